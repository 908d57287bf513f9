// The arrows of the house (ARCHITECTURE.md): imports run down the floors, never up, never in a circle.
const floors = ['entry', 'flows', 'movements', 'records', 'kernel']
const src = '^server/src/'

// Naira coming in: each of these folders may know those after it, and none of those before it.
const moneyIn = ['matching', 'credits', 'feeds']

const neverUp = floors.slice(1).map((floor, index) => ({
  name: `${floor}-imports-up`,
  comment: `${floor}/ may not import ${floors.slice(0, index + 1).join('/, ')}/: imports run down the house.`,
  severity: 'error',
  from: { path: `${src}${floor}/` },
  to: { path: `${src}(${floors.slice(0, index + 1).join('|')})/` },
}))

const neverBack = moneyIn.slice(1).map((folder, index) => ({
  name: `${folder}-imports-back`,
  comment: `movements/${folder}/ may not import ${moneyIn.slice(0, index + 1).join('/, ')}/: they lean one way.`,
  severity: 'error',
  from: { path: `${src}movements/${folder}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `${src}movements/(${moneyIn.slice(0, index + 1).join('|')})/` },
}))

module.exports = {
  forbidden: [
    ...neverUp,
    ...neverBack,
    {
      name: 'circle',
      comment: 'Two modules that need each other are one, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'main-is-imported',
      comment: 'A process is started, never imported.',
      severity: 'error',
      from: {},
      to: { path: '(^|/)main-[^/]+$' },
    },
    {
      name: 'wire-is-for-mains',
      comment: 'Only a process composes the parts.',
      severity: 'error',
      from: { pathNot: `(^|/)main-[^/]+$|\\.test\\.ts$|${src}wire/` },
      to: { path: `${src}wire/` },
    },
    {
      name: 'config-is-for-mains',
      comment: 'Settings are read once and handed down.',
      severity: 'error',
      from: { path: `${src}(${floors.join('|')})/` },
      to: { path: `${src}config/` },
    },
    {
      name: 'rail-is-for-wire',
      comment: 'Nothing knows a vendor but the composition root, and the worlds that tests are run in.',
      severity: 'error',
      from: { pathNot: `${src}(wire|rails)/|^server/test/` },
      to: { path: `${src}rails/` },
    },
    {
      name: 'rail-reaches-in',
      comment: 'A rail knows its port and the kernel.',
      severity: 'error',
      from: { path: `${src}rails/` },
      to: { path: `${src}(entry|flows)/` },
    },
    {
      name: 'terminal-reaches-in',
      comment:
        "An operator's terminal knows the people process by its interface alone, and never the database.",
      severity: 'error',
      from: { path: `${src}(entry/ops-client/|main-ops|config/ops-client-config)`, pathNot: '\\.test\\.ts$' },
      to: { path: `node_modules/pg/|${src}(flows|movements|records|wire|kernel/postgres)/` },
    },
    {
      name: 'engine-leaks',
      comment: 'Only entry/workflows knows the durable engine, so that it can be changed.',
      severity: 'error',
      from: { path: src, pathNot: `${src}entry/workflows/` },
      to: { path: 'node_modules/@restatedev/' },
    },
    {
      name: 'server-imports-rim',
      comment: 'The server stands without its tools.',
      severity: 'error',
      from: { path: src, pathNot: '\\.test\\.ts$' },
      to: { path: '^(contracts|simulators|stack|sdk|cli|prove|bench|tools)/' },
    },
    {
      name: 'vault-stands-alone',
      comment: 'What signs shares no code with what asks it to: a fault in one must not be a fault in both.',
      severity: 'error',
      from: { path: '^vault/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(server|contracts|simulators|stack|sdk|cli|prove|bench|tools)/' },
    },
    {
      name: 'signer-and-payer-apart',
      comment:
        'Signer and payer are two processes: each loads what it needs itself, and what both use is in shared/.',
      severity: 'error',
      from: { path: '^vault/src/(signer|payer)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^vault/src/(signer|payer)/', pathNot: '^vault/src/$1/' },
    },
    {
      name: 'vault-shared-imports-up',
      comment: 'What signer and payer share knows neither of them.',
      severity: 'error',
      from: { path: '^vault/src/shared/', pathNot: '\\.test\\.ts$' },
      to: { path: '^vault/src/(signer|payer)/' },
    },
    {
      name: 'vault-is-a-process',
      comment: 'The signer is asked over HTTP; its code is in no other process.',
      severity: 'error',
      from: { path: src, pathNot: '\\.test\\.ts$' },
      to: { path: '^vault/' },
    },
    {
      name: 'sdk-stands-alone',
      comment: 'What integrators install knows the service by its wire alone.',
      severity: 'error',
      from: { path: '^sdk/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(server|vault|contracts|simulators|stack|cli|prove|bench|tools)/' },
    },
    {
      name: 'cli-knows-the-sdk',
      comment: 'The command line is an integrator like any other.',
      severity: 'error',
      from: { path: '^cli/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(server|vault|contracts|simulators|stack|prove|bench|tools)/' },
    },
    {
      name: 'web-stands-alone',
      comment: 'A page knows the service by its wire: only types may come from elsewhere.',
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: '^(server|vault|contracts|simulators|stack|sdk|cli|prove|bench|tools)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'web-pages-apart',
      comment: 'A page imports shared/ and itself, never another page.',
      severity: 'error',
      from: { path: '^web/([^/]+)/' },
      to: { path: '^web/[^/]+/', pathNot: '^web/(shared|$1)/' },
    },
    {
      name: 'pages-are-served',
      comment: 'A page is built and served as files; no process imports it.',
      severity: 'error',
      from: { pathNot: '^web/' },
      to: { path: '^web/' },
    },
    {
      name: 'test-in-product',
      comment: 'Product code may not lean on a test.',
      severity: 'error',
      from: { pathNot: '\\.test\\.ts$' },
      to: { path: '\\.test\\.ts$' },
    },
    { name: 'unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web/dist/' },
    moduleSystems: ['es6'],
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['afara-source', 'import', 'node', 'default'],
    },
  },
}
