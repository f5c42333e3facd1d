// The background jobs of a process, which start in order and stop together.

import type { BackgroundJob } from './periodic.ts';

export class BackgroundJobs implements BackgroundJob {
  readonly #jobs: readonly BackgroundJob[];

  constructor(jobs: readonly BackgroundJob[]) {
    this.#jobs = jobs;
  }

  start(): void {
    for (const job of this.#jobs) job.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#jobs.map((job) => job.stop()));
  }
}
