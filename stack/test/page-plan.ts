/** Pages whose blocks are all run by another test, which must name the page. */
export const runElsewhere: Readonly<Record<string, string>> = {
  'docs/guides/sandbox.md': 'stack/test/sandbox.e2e.ts',
  'docs/guides/pay-links.md': 'stack/test/pay-journey.e2e.ts',
  'sdk/README.md': 'sdk/test/packed.test.ts',
}

type Exception = Readonly<{ page: string; begins: string; why: string }>

/** The only blocks that are not run, by their first words. An exception without a matching block is an error. */
export const exceptions: readonly Exception[] = [
  {
    page: 'README.md',
    begins: 'npm install && npm run dev',
    why: 'the stack that all of this runs on; dev-command.e2e.ts starts it as it is typed',
  },
  ...['npm pack', 'npx afara login', 'cp node_modules', 'npx afara buy', 'npx afara sell', 'until curl'].map(
    (begins) => ({
      page: 'docs/guides/integrate.md',
      begins,
      why: 'npm run prove -- first-ten-minutes runs this section',
    }),
  ),
  {
    page: 'cli/README.md',
    begins: 'npm install --global',
    why: 'it asks a registry; here the tarball is installed',
  },
  {
    page: 'cli/README.md',
    begins: 'afara certify',
    why: 'plays every scenario, for minutes; certify.test.ts shows it',
  },
  {
    page: 'docs/internals/first-hour.md',
    begins: 'npm install && npm run dev',
    why: 'as in the README',
  },
  {
    page: 'docs/internals/first-hour.md',
    begins: 'npm run prove',
    why: 'a suite of its own in .ci/run --all',
  },
  {
    page: 'docs/internals/follow-a-buy.md',
    begins: 'npx afara ops',
    why: 'it takes an operator with a key; the runbooks are tested with such',
  },
]
