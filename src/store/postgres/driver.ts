// Kysely's PostgreSQL dialect, changed to report the first error even if the rollback fails.

import { type Driver, PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely';

/** If a connection is lost, the rollback fails too, with a less useful error, and Kysely drops the connection. */
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
