// The site's identity in memory: templates and e-mails read it synchronously.

import { type Identity, identityFrom, readIdentity, type StoredSite } from './identity.ts';

export class CurrentIdentity {
  readonly #site: StoredSite;
  /** The identity as of the last refresh, which begins each page request; before the first, the settings alone. */
  #current: Identity;

  constructor(site: StoredSite) {
    this.#site = site;
    this.#current = identityFrom(site.config, {});
  }

  get current(): Identity {
    return this.#current;
  }

  /** False if the database failed; never rejects, so a caller may drop the promise. */
  async refresh(): Promise<boolean> {
    try {
      this.#current = await readIdentity(this.#site);
      return true;
    } catch {
      return false;
    }
  }
}
