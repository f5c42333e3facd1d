// How long the long tests run: a little in every test run, in full when SOAK is set.

const soaking = process.env['SOAK'] === '1';

export const rounds = (usually: number, inFull: number) => (soaking ? inFull : usually);
