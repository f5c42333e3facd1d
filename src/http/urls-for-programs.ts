// Distinguishes URLs for programs from those that a person may read.

const FOR_PROGRAMS =
  /^\/(?:api|mcp|oauth\/(?!auth(?:[/?]|$))\w+|\.well-known|healthz|readyz|metrics)(?:[/?]|$)/;
const FILES_FOR_PROGRAMS = /^[^?]*\.(?:json|xml|md|txt|svg|js)(?:\?|$)/;

export const isForPrograms = (url: string) =>
  FOR_PROGRAMS.test(url) || FILES_FOR_PROGRAMS.test(url);
