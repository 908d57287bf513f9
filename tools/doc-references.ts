/** The part of a commander `Command` that these checks read. */
export type CommandTree = Readonly<{
  name(): string
  aliases(): readonly string[]
  commands: readonly CommandTree[]
  options: ReadonlyArray<Readonly<{ long?: string | undefined }>>
}>

export type Repository = Readonly<{
  /** Every file, as its path from the root. */
  files: ReadonlySet<string>
  /** The anchors of each Markdown file. */
  anchors: ReadonlyMap<string, ReadonlySet<string>>
  scripts: ReadonlySet<string>
  /** Names that may follow `npm run prove --`, by script. */
  names: ReadonlyMap<string, ReadonlySet<string>>
  /** Commands that may follow `npx afara`, `npx afara ops` or `npm run admin --`. */
  commands: ReadonlyMap<string, CommandTree>
  /** How many checks of the database there are. */
  checks: number
}>

export type Broken = Readonly<{ file: string; line: number; problem: string }>

const FENCE = /^( *)(```|~~~)[^\n]*\n[\s\S]*?^\1\2 *$/gm
const SOURCE_PATH = /^[\w.@*<>{},/-]+\.(ts|sql|md|sol)$/
const DATA_PATH = /^[\w*<>{},-]+\/[\w.*<>{},/-]+\.(json|csv|svg|png|html|js)$/
const FOLDER = /^[\w*<>{},-]+\/([\w.*<>{},-]+\/)*$/

export function anchorsOf(markdown: string): Set<string> {
  const text = markdown.replace(FENCE, '')
  const seen = new Map<string, number>()
  const headings = [...text.matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading = '']) => {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-')
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  })
  return new Set([...headings, ...[...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id = '']) => id)])
}

export function findBroken(file: string, markdown: string, repository: Repository): Broken[] {
  const isFound = createPathFinder(repository.files)
  const prose = markdown.replace(FENCE, blank)
  const broken: Broken[] = []
  const report = (offset: number, problem: string | undefined): void => {
    if (problem === undefined) return
    broken.push({ file, line: markdown.slice(0, offset).split('\n').length, problem })
  }
  for (const { index, 0: fence } of markdown.matchAll(FENCE)) {
    let offset = index
    for (const line of fence.replace(/\\\n/g, '  ').split('\n')) {
      for (const problem of commandProblems(line, repository)) report(offset, problem)
      offset += line.length + 1
    }
  }
  for (const { index, 1: stated } of markdown.matchAll(/\bAll (\d+) checks passed/g))
    if (Number(stated) !== repository.checks)
      report(index, `there are ${repository.checks} checks in server/sql/checks, not ${stated}`)
  for (const { index, 1: span = '' } of prose.matchAll(/(?<!`)`([^`]+)`(?!`)/g)) {
    const code = span.replace(/\s+/g, ' ')
    for (const problem of commandProblems(code, repository)) report(index, problem)
    if (!isPath(code) || isFound(code)) continue
    report(index, `there is no file or folder ${code}`)
  }
  const outsideCode = prose.replace(/`[^`]*`/g, blank)
  for (const { index, 1: target = '' } of outsideCode.matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g))
    report(index, linkProblem(file, target, repository))
  return broken
}

/** Finds broken references from code and SQL to our documents, such as a runbook in a message. */
export function findBrokenInSource(file: string, text: string, repository: Repository): Broken[] {
  const named = text.matchAll(
    /(?<![\w/.-])((?:docs\/[\w/-]+|ARCHITECTURE|CONTRIBUTING|SECURITY)\.md(?:#[\w-]+)?)/g,
  )
  return [...named].flatMap(({ index, 1: target = '' }) => {
    const problem = linkProblem('', target, repository)
    return problem === undefined ? [] : [{ file, line: text.slice(0, index).split('\n').length, problem }]
  })
}

function linkProblem(file: string, target: string, { files, anchors }: Repository): string | undefined {
  if (/^[a-z]+:/.test(target)) return undefined
  const [path = '', anchor] = target.split('#')
  const resolved = path === '' ? file : new URL(path, `file:///${file}`).pathname.slice(1)
  const isThere =
    files.has(resolved) || [...files].some((known) => known.startsWith(`${resolved.replace(/\/$/, '')}/`))
  if (!isThere) return `the link ${target} points to a file that does not exist`
  if (anchor === undefined || !resolved.endsWith('.md') || anchors.get(resolved)?.has(anchor) === true)
    return undefined
  return `${resolved} has no heading #${anchor}`
}

function isPath(code: string): boolean {
  return SOURCE_PATH.test(code) || DATA_PATH.test(code) || FOLDER.test(code)
}

/** A document may omit the first folders of a path: any end of a path matches. */
function createPathFinder(files: ReadonlySet<string>): (path: string) => boolean {
  const ends = new Set<string>()
  for (const file of files) {
    const parts = file.split('/')
    for (let from = 0; from < parts.length; from += 1) {
      for (let to = from + 1; to < parts.length; to += 1) ends.add(`${parts.slice(from, to).join('/')}/`)
      ends.add(parts.slice(from).join('/'))
    }
  }
  return (path) => {
    if (ends.has(path)) return true
    if (!/[*<{]|NNNN/.test(path)) return false
    const pattern = path
      .replace(/[.]/g, '\\.')
      .replace(/\{([^}]*)\}/g, (_, words: string) => `(?:${words.replaceAll(',', '|')})`)
      .replace(/\*\*\/|<[^>]*>|\*|NNNN/g, (part) => (part === '**/' ? '(?:.+/)?' : '[^/]+'))
    return [...ends].some((end) => new RegExp(`^${pattern}$`).test(end))
  }
}

function commandProblems(code: string, { scripts, names, commands }: Repository): string[] {
  const problems: string[] = []
  for (const [, script = '', name] of code.matchAll(
    /\bnpm run (?:--silent |-s )?([\w:-]+)(?: -- ([a-z][\w-]*))?/g,
  )) {
    if (!scripts.has(script)) problems.push(`there is no npm script "${script}"`)
    const known = names.get(script)
    if (name !== undefined && known !== undefined && !known.has(name))
      problems.push(`npm run ${script} does not know "${name}"`)
  }
  for (const [start, tree] of commands) {
    for (const [, words = ''] of code.matchAll(
      new RegExp(`(?<![\\w-])${start}((?: +(?!#|\\||&&|;)\\S+)*)`, 'g'),
    ))
      problems.push(...argumentProblems(start, tree, words.trim()))
  }
  return problems
}

function argumentProblems(start: string, tree: CommandTree, words: string): string[] {
  const plain = words.replace(/"[^"]*"|'[^']*'/g, '""').split(/ +/)
  const path = [tree]
  for (const word of plain) {
    const at = path.at(-1) as CommandTree
    if (!/^[a-z][a-z-]*$/.test(word) || at.commands.length === 0) break
    const next = at.commands.find((command) => command.name() === word || command.aliases().includes(word))
    if (next === undefined)
      return [`${[start, ...path.slice(1).map((part) => part.name())].join(' ')} has no command "${word}"`]
    path.push(next)
  }
  const known = new Set([
    '--help',
    '--version',
    ...path.flatMap(({ options }) => options.map(({ long }) => long)),
  ])
  return plain
    .map((word) => /^\[?(--[a-z][a-z-]*)/.exec(word)?.[1])
    .filter(
      (flag) => flag !== undefined && !known.has(flag) && !isUnderOneOf(path.at(-1) as CommandTree, flag),
    )
    .map((flag) => `${[start, ...path.slice(1).map((part) => part.name())].join(' ')} has no option ${flag}`)
}

/** A command without its subcommand may show an option of one of its subcommands. */
function isUnderOneOf({ commands }: CommandTree, flag: string): boolean {
  return commands.some(
    (command) => command.options.some(({ long }) => long === flag) || isUnderOneOf(command, flag),
  )
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}
