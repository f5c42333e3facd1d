// How long this thread computed for some work; unlike a clock, it leaves out what others were given.

export async function computingMs(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return Math.round((user + system) / 1000);
}
