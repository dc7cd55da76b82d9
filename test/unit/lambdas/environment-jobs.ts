/** A job table with one job that returns the environment of its parser process. */
export const jobTable = {
  inspect: () => Promise.resolve({ run: () => Promise.resolve({ ...process.env }) }),
};
