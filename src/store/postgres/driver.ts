// Kysely's PostgreSQL dialect, which reports why a transaction failed also where it cannot be rolled back.

import { type Driver, PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely';

/**
 * Where the connection is lost, the rollback fails as well, and says only that. The caller is to hear
 * what failed first. Kysely discards a connection that could not be rolled back.
 */
class FirstErrorDriver extends PostgresDriver {
  override async rollbackTransaction(
    ...[connection]: Parameters<PostgresDriver['rollbackTransaction']>
  ): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

export class FirstErrorDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new FirstErrorDriver(this.#config);
  }
}
