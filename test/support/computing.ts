// Measures the processor time of this thread, which excludes the time spent on other processes.

export async function computingMs(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return Math.round((user + system) / 1000);
}
