// How a process ended, as the text after "ended".

export const describeEnd = (exitCode: number | null | undefined, signal?: string | null): string => {
  if (signal) return ` by ${signal}`
  return exitCode === null || exitCode === undefined ? '' : ` with exit code ${exitCode}`
}
