/** Pages whose blocks are all run by another test, which must name the page. */
export const runElsewhere: Readonly<Record<string, string>> = {
  'docs/guides/deploy.md': 'stack/test/deploy.e2e.ts',
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
    why: 'these commands run on that stack; dev-command.e2e.ts tests the command itself',
  },
  ...['npm pack', 'npx afara login', 'cp node_modules', 'npx afara buy', 'npx afara sell', 'until curl'].map(
    (begins) => ({
      page: 'docs/guides/integrate.md',
      begins,
      why: 'npm run prove -- first-ten-minutes runs this section',
    }),
  ),
  {
    page: 'README.md',
    begins: 'npm run demo',
    why: 'it runs until it is stopped; npm run prove -- demo tests it',
  },
  {
    page: 'cli/README.md',
    begins: 'npm install --global',
    why: 'it needs a package registry; this test installs the tarball instead',
  },
  {
    page: 'cli/README.md',
    begins: 'afara certify',
    why: 'it runs every scenario and takes minutes; certify.test.ts tests it',
  },
  {
    page: 'docs/internals/first-hour.md',
    begins: 'npm install && npm run dev',
    why: 'tested with the README',
  },
  {
    page: 'docs/internals/first-hour.md',
    begins: 'npm run prove',
    why: '.ci/run --all runs it as a separate suite',
  },
  {
    page: 'docs/internals/follow-a-buy.md',
    begins: 'npx afara ops',
    why: 'it needs an operator who is signed in; the tests of the runbooks have one',
  },
]
