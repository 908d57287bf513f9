import { expect, test } from 'vitest'
import {
  anchorsOf,
  type CommandTree,
  findBroken,
  findBrokenInSource,
  type Repository,
} from './doc-references.ts'

const command = (
  name: string,
  commands: readonly CommandTree[] = [],
  flags: readonly string[] = [],
): CommandTree => ({
  name: () => name,
  aliases: () => [],
  commands,
  options: flags.map((long) => ({ long })),
})
const page = '# Operate\n\n## Keys & rotation\n\n## Keys & rotation\n\n<a id="key_lost"></a>\n'
const repository: Repository = {
  files: new Set([
    'docs/guides/operate.md',
    'server/src/flows/buys/accept-buy.ts',
    'server/sql/functions/buys/clearing.sql',
  ]),
  anchors: new Map([['docs/guides/operate.md', anchorsOf(page)]]),
  scripts: new Set(['check', 'prove']),
  names: new Map([['prove', new Set(['ledger'])]]),
  commands: new Map([
    ['npx afara', command('afara', [command('ops', [command('show', [], ['--history'])])], ['--json'])],
  ]),
  checks: 12,
}
const problemsOf = (markdown: string): string[] =>
  findBroken('docs/guides/planted.md', markdown, repository).map(({ line, problem }) => `${line}: ${problem}`)

const planted: ReadonlyArray<readonly [markdown: string, problem: string]> = [
  [
    '`server/src/flows/buys/accept-sell.ts`',
    '1: there is no file or folder server/src/flows/buys/accept-sell.ts',
  ],
  ['`accept-sell.ts`', '1: there is no file or folder accept-sell.ts'],
  ['`flows/sells/`', '1: there is no file or folder flows/sells/'],
  [
    '`server/src/flows/*/refuse-<what>.ts`',
    '1: there is no file or folder server/src/flows/*/refuse-<what>.ts',
  ],
  ['# T\n\n[x](operating.md)', '3: the link operating.md points to a file that does not exist'],
  ['[x](operate.md#key)', '1: docs/guides/operate.md has no heading #key'],
  ['`npm run chek`', '1: there is no npm script "chek"'],
  ['`npm run prove -- legder --short`', '1: npm run prove does not know "legder"'],
  ['```text\nAll 11 checks passed.\n```', '2: there are 12 checks in server/sql/checks, not 11'],
  ['```sh\ncd x\nnpx afara ops shwo $CASE\n```', '3: npx afara ops has no command "shwo"'],
  ['```sh\nnpx afara ops show $CASE \\\n  --story\n```', '2: npx afara ops show has no option --story'],
]

test.each(planted)('%j is refused', (markdown, problem) => {
  expect(problemsOf(markdown)).toEqual([problem])
})

test('existing references pass: the end of a path, a pattern, a heading, a command with its options', () => {
  const markdown = `[a](operate.md#keys--rotation) [b](operate.md#keys--rotation-1) [c](operate.md#key_lost) [d](https://example.com/x.md)
\`buys/accept-buy.ts\`, \`flows/*/accept-<what>.ts\`, \`functions/{buys,sells}/clearing.sql\`, \`flows/\`, \`/transactions/v1/\`, \`accept buy\`
\`npm run prove -- ledger --short\`, \`npx afara ops show cas_… --history "--none" --json\`, \`npx afara ops\`
`
  expect(problemsOf(markdown)).toEqual([])
})

test('a message or comment that names a missing page or heading is refused', () => {
  const text =
    "// docs/guides/operate.md#key_lost\nconst help = 'see docs/guides/gone.md and docs/guides/operate.md#gone'\n"
  expect(
    findBrokenInSource('server/src/a.ts', text, repository).map(({ line, problem }) => `${line}: ${problem}`),
  ).toEqual([
    '2: the link docs/guides/gone.md points to a file that does not exist',
    '2: docs/guides/operate.md has no heading #gone',
  ])
})
