// Shortcuts as they are written on this machine's keys.

const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);

export const keyWords = (key: string): string =>
  key
    .replace('Mod', isMac ? '⌘' : 'Ctrl')
    .replace('Alt', isMac ? '⌥' : 'Alt')
    .replace('Shift', isMac ? '⇧' : 'Shift')
    .replace(/-(\w)$/, (_, letter) => `-${String(letter).toUpperCase()}`)
    .replaceAll('-', isMac ? ' ' : '+');
