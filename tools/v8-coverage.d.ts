// The package has no types.
declare module '@bcoe/v8-coverage' {
  type Coverage = Readonly<{ result: readonly import('node:inspector').Profiler.ScriptCoverage[] }>
  export function mergeProcessCovs(coverages: readonly Coverage[]): Coverage
}
