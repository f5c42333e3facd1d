// Names of keyboard shortcuts on this platform: ⌘ and ⌥ on Apple devices, Ctrl and Alt elsewhere.

const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);

export const keyWords = (key: string): string =>
  key
    .replace('Mod', isMac ? '⌘' : 'Ctrl')
    .replace('Alt', isMac ? '⌥' : 'Alt')
    .replace('Shift', isMac ? '⇧' : 'Shift')
    .replace(/-(\w)$/, (_, letter) => `-${String(letter).toUpperCase()}`)
    .replaceAll('-', isMac ? ' ' : '+');
