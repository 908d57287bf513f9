import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Runs the tests as Node reads them, without Vite: so V8 counts in the source as it is written, in tests as in the processes they start. */
const measured = {
  experimental: { viteModuleRunner: false },
  execArgv: ['--conditions=afara-source'],
  setupFiles: ['./tools/take-coverage.ts'],
}

export default defineConfig({
  test: {
    ...base.test,
    ...measured,
    projects: (base.test?.projects ?? []).map((project) =>
      typeof project === 'object' && 'test' in project
        ? { ...project, test: { ...project.test, ...measured } }
        : project,
    ),
  },
})
