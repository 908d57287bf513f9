import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createManualClock } from '../../../test/manual-clock.ts'
import { isCurrent } from '../../records/screening/screen.ts'
import { createSanctionsScreen } from './sanctions-screen.ts'

const ours = new URL('../../../test/sanctions/2026-11-14', import.meta.url).pathname
const clock = createManualClock(new Date('2026-11-15T08:00:00Z'))
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afara-sanctions-'))
  await cp(ours, join(folder, '2026-11-14'), { recursive: true })
})
afterEach(async () => rm(folder, { recursive: true }))

async function open() {
  const problems: string[] = []
  const screen = createSanctionsScreen({ folder, clock, onProblem: (error) => problems.push(String(error)) })
  await screen.refresh()
  const find = (text: string) =>
    screen.screen([{ kind: 'name', text }]).map(({ list, entry }) => `${list} ${entry}`)
  return { screen, problems, find }
}

/** Adds a set of the next day with one changed file. */
async function bring(file: string, edit: (text: string) => string): Promise<void> {
  const day = join(folder, '2026-11-15')
  await cp(ours, day, { recursive: true })
  const text = edit(await readFile(join(day, file), 'utf8'))
  await writeFile(join(day, file), text)
}

const sha256 = (text: string) => `${createHash('sha256').update(text).digest('hex')}  nigsac.csv\n`

test('persons and entities of the United Nations list are found by name, alias and original script', async () => {
  const { find, problems } = await open()
  expect(problems).toEqual([])
  const names = ['FABULOR ZUBROWAN INVENTUS', 'Quillon Marrowfen', 'BALSAM THORNWICK', 'زبروان المخترع']
  expect(names.map(find)).toEqual(names.map(() => ['un TSTi.001']))
  expect(find('Gossamer Fictive Trust Ltd')).toEqual(['un TSTe.001'])
})

test('an alias of low quality with one word is no hit', async () => {
  const { find } = await open()
  expect([...find('Chukwu'), ...find('CHUKWU OBI')]).toEqual([])
})

test('the lists of the Nigeria Sanctions Committee and of the US Treasury are searched too', async () => {
  const { find } = await open()
  expect(find('UNREALSON FENWICK')).toEqual(['nigsac NG-TEST-01'])
  expect(find('Wick Notaperson')).toEqual(['nigsac NG-TEST-01'])
  expect(find('Sanctioned Testperson')).toEqual(['sdn 900001'])
})

test('the version names every list, with its digest and when it was published', async () => {
  const { screen } = await open()
  expect(screen.list).toEqual({
    name: 'sdn+un+nigsac',
    version: expect.stringMatching(
      /^sdn:2026-11-14-[0-9a-f]{16} un:2026-11-14-[0-9a-f]{16}-of-2026-11-12 nigsac:2026-11-14-[0-9a-f]{16}-of-2026-11-10$/,
    ),
    loadedAt: new Date('2026-11-14'),
  })
})

test.each(['sdn.csv', 'consolidated.xml', 'nigsac.csv', 'nigsac.csv.sha256'])(
  'without %s there is no list at all',
  async (file) => {
    await rm(join(folder, '2026-11-14', file))
    const { screen, problems } = await open()
    expect(screen.list).toBeUndefined()
    expect(problems).toHaveLength(1)
  },
)

test('the combined list is as old as its oldest list', async () => {
  await bring('consolidated.xml', () => '')
  const { screen } = await open()
  expect(screen.list?.loadedAt).toEqual(new Date('2026-11-14'))
  expect(isCurrent(screen.list, new Date('2026-11-18T00:00:01Z'))).toBe(false)
})

const manyPeople = (count: number) => (text: string) =>
  text.replace(
    '</INDIVIDUALS>',
    `${Array.from({ length: count }, (_, at) => `<INDIVIDUAL><DATAID>${at}</DATAID><FIRST_NAME>Extra Number${at}</FIRST_NAME></INDIVIDUAL>`).join('')}</INDIVIDUALS>`,
  )

test.each<[string, (text: string) => string]>([
  ['cut in the middle', (text) => text.slice(0, 900)],
  ['cut after an entry', (text) => text.slice(0, text.indexOf('</INDIVIDUAL>') + 13)],
  ['empty', () => ''],
  ['another document', (text) => text.replaceAll('CONSOLIDATED_LIST', 'OTHER_LIST')],
  ['without individuals', (text) => text.replace(/<INDIVIDUALS>[\s\S]*<\/INDIVIDUALS>/, '<INDIVIDUALS/>')],
  ['without entities', (text) => text.replace(/<ENTITIES>[\s\S]*<\/ENTITIES>/, '<ENTITIES/>')],
  [
    'incomplete, because an entry has no name',
    (text) =>
      text.replace('<FIRST_NAME>Perrin</FIRST_NAME>', '').replace('<SECOND_NAME>Oldfable</SECOND_NAME>', ''),
  ],
  ['not dated', (text) => text.replace(/dateGenerated="[^"]*"/, '')],
  ['dated in the future', (text) => text.replace('dateGenerated="2026', 'dateGenerated="2027')],
  ['older than the one in use', (text) => text.replace('2026-11-12T', '2026-11-11T')],
  ['invalid, because it uses an undefined XML entity', (text) => text.replace('&amp;', '&other;')],
  [
    'invalid, because it has a document type',
    (text) => text.replace('<CONS', '<!DOCTYPE x [<!ENTITY a "b">]><CONS'),
  ],
  ['followed by another element', (text) => `${text}<more/>`],
])('a newer list of the United Nations that is %s is not used: the last good one stays', async (_, edit) => {
  await bring('consolidated.xml', edit)
  const { screen, problems, find } = await open()
  expect(problems).toHaveLength(1)
  expect(screen.list?.version).toContain('un:2026-11-14-')
  expect(find('Perrin Oldfable')).toEqual(['un TSTi.002'])
})

test('a list that lost more than a fifth of its names is not used, not even by a new process', async () => {
  const path = join(folder, '2026-11-14', 'consolidated.xml')
  await writeFile(path, manyPeople(40)(await readFile(path, 'utf8')))
  const first = await open()
  await bring('consolidated.xml', manyPeople(25))
  await first.screen.refresh()
  const second = await open()
  for (const { screen, problems } of [first, second]) {
    expect(problems).toEqual([expect.stringContaining('too many are missing')])
    expect(screen.list?.version).toContain('un:2026-11-14-')
  }
})

test('a Nigerian list that does not match its digest, or has another format, is not used', async () => {
  await bring('nigsac.csv', (text) => text.slice(0, text.lastIndexOf('NG-TEST-02')))
  const cut = await open()
  expect(cut.problems).toEqual([expect.stringContaining('not match its digest')])
  const day = join(folder, '2026-11-15')
  for (const text of [
    'name\nSomebody\n',
    'number,type,name,aliases,published\n1,individual,,,2026-11-10\n',
  ]) {
    await writeFile(join(day, 'nigsac.csv'), text)
    await writeFile(join(day, 'nigsac.csv.sha256'), sha256(text))
    const { screen, problems } = await open()
    expect(problems).toHaveLength(1)
    expect(screen.list?.version).toContain('nigsac:2026-11-14-')
  }
})
