/** The part of commonmark-spec that we use; the package has no types. */

declare module 'commonmark-spec' {
  interface Example {
    readonly markdown: string;
    readonly html: string;
    readonly section: string;
    readonly number: number;
  }
  export const tests: readonly Example[];
}
