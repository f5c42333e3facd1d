// Measures the processor time of this thread, which leaves out the time that other processes had the processor.

export async function computingMs(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return Math.round((user + system) / 1000);
}
