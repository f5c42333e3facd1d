// Writing settings, stored in this browser: typewriter scrolling and a word goal, both off by default.

import { element } from './element.ts';

interface Settings {
  typewriter: boolean;
  goal: number;
}

export class WritingSettings {
  readonly #key: string;
  readonly #settings: Settings;
  readonly #onChange: () => void;

  constructor(account: string, onChange: () => void) {
    this.#key = `writing settings ${account}`;
    this.#onChange = onChange;
    this.#settings = { typewriter: false, goal: 0, ...stored(this.#key) };
  }

  get typewriter(): boolean {
    return this.#settings.typewriter;
  }

  /** The number of words to write, or 0 without a goal. */
  get goal(): number {
    return this.#settings.goal;
  }

  /** The menu's controls: the given ones, then those of these settings. */
  controls(...others: HTMLElement[]): HTMLElement {
    const typewriter = element('input', { type: 'checkbox' });
    typewriter.checked = this.typewriter;
    typewriter.addEventListener('change', () => this.#set({ typewriter: typewriter.checked }));
    const goal = element('input', { type: 'number', id: 'word-goal', min: '0', step: '50' });
    goal.value = this.goal > 0 ? String(this.goal) : '';
    goal.addEventListener('input', () => {
      this.#set({ goal: Math.max(0, Math.floor(Number(goal.value) || 0)) });
    });
    return element(
      'fieldset',
      { class: 'writing-settings checks' },
      element('legend', {}, 'Writing'),
      ...others,
      element('label', {}, typewriter, 'Typewriter scrolling'),
      element('label', { for: goal.id, class: 'goal' }, 'Word goal', goal),
    );
  }

  #set(change: Partial<Settings>): void {
    Object.assign(this.#settings, change);
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#settings));
    } catch {
      // Storage is full or forbidden, so the settings last only as long as this page.
    }
    this.#onChange();
  }
}

function stored(key: string): object {
  try {
    return Object(JSON.parse(localStorage.getItem(key) ?? '{}'));
  } catch {
    return {};
  }
}
