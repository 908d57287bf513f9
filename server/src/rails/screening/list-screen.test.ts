import { appendFile, cp, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createManualClock } from '../../../test/manual-clock.ts'
import { createListScreen } from './list-screen.ts'
import { sdnFormat } from './sdn-list.ts'

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
  const screen = createListScreen({
    format: sdnFormat,
    folder,
    clock,
    onProblem: (error) => problems.push(String(error)),
  })
  await screen.refresh()
  const find = (kind: 'name' | 'address', text: string) =>
    screen.screen([{ kind, text }]).map(({ entry }) => entry)
  return { screen, problems, find }
}

test('a listed name is found in another word order or known spelling, with or without titles and particles, and by its alias', async () => {
  const { find } = await open()
  const names = ['Sanctioned Testperson', 'TESTPERSON SANCTIONED MUSA', 'MR. S. TESTPERSON SANCTIONED']
  expect(names.map((name) => find('name', name))).toEqual(names.map(() => ['900001']))
  expect(find('name', 'YUSUF ABDULRAHMAN KARIMOV')).toContain('900002')
  expect(find('name', 'Qarimow Yousef')).toContain('900002')
  expect(find('name', 'DARE ZANGOMA-BIRI')).toEqual(['900003'])
  expect(find('name', 'Dauda Altekura')).toEqual(['900007'])
  expect(find('name', 'DAWUDA TEKURA')).toEqual(['900007'])
  expect(find('name', 'Bullfinch Invented General Merchants Nig Ltd')).toEqual(['900004'])
})

test('a person who shares one word with a listed name or organisation, or has the name of a ship, is no hit', async () => {
  const { find } = await open()
  const others = [
    'Yusuf Okafor',
    'TESTPERSON ADA',
    'INVENTEX OKAFOR',
    'BLESSING GRACE',
    'GRACE BLESSING OBI',
    '',
  ]
  expect(others.flatMap((name) => find('name', name))).toEqual([])
  expect(find('name', 'Inventex Ltd')).toEqual(['900006'])
})

test('a listed 0x wallet is found in any letter case, and other wallets only in the exact case', async () => {
  const { find } = await open()
  const wallet = '0x5afe5afe5afe5afe5afe5afe5afe5afe5afe0bad'
  expect(find('address', wallet)).toEqual(['900001'])
  expect(find('address', wallet.toUpperCase())).toEqual(['900001'])
  expect(find('address', `${wallet.slice(0, -1)}e`)).toEqual([])
  expect(find('address', '1InventedAddressForTestsXXXXXXXXXX')).toEqual(['900001'])
  expect(find('address', '1inventedAddressForTestsXXXXXXXXXX')).toEqual([])
})

test('the wallets in a remark that continues in the comments file are found', async () => {
  const { find } = await open()
  expect(find('address', '1AnotherInventedAddressYYYYYYYYYYY')).toEqual(['900004'])
  expect(find('address', 'SoLInventedAddressZZZZZZZZZZZZZZZZZZZZZZZZZZZ')).toEqual(['900004'])
})

test('a newer list replaces the old one, and the version changes', async () => {
  const { screen, find } = await open()
  const before = screen.list
  expect(before).toEqual({
    name: 'sdn',
    version: expect.stringMatching(/^2026-11-14-[0-9a-f]{16}$/),
    loadedAt: new Date('2026-11-14'),
  })
  await cp(ours, join(folder, '2026-11-15'), { recursive: true })
  await change('2026-11-15', 'sdn.csv', (text) => text.replace('TESTPERSON, Sanctioned', 'NOBODY, Whosoever'))
  await screen.refresh()
  expect(screen.list?.version).toMatch(/^2026-11-15-/)
  expect(find('name', 'Sanctioned Testperson')).toEqual([])
  expect(find('name', 'Whosoever Nobody')).toEqual(['900001'])
})

test.each([
  ['cut in the middle of a line', async () => truncate(join(folder, '2026-11-15', 'sdn.csv'), 700)],
  [
    'cut at the end of a line',
    async () => change('2026-11-15', 'alt.csv', (text) => text.slice(0, text.indexOf('\r\n') + 2)),
  ],
  ['without its file of comments', async () => rm(join(folder, '2026-11-15', 'sdn_comments.csv'))],
  [
    'with files of different days',
    async () => change('2026-11-15', 'alt.csv', (text) => text.replace('900002', '900099')),
  ],
  ['empty', async () => writeFile(join(folder, '2026-11-15', 'sdn.csv'), '')],
  ['with a byte after its end', async () => appendFile(join(folder, '2026-11-15', 'sdn.csv'), 'x')],
])('a broken newer list (%s) is not used: the last good one stays, with its date', async (_, breakIt) => {
  const { screen, problems, find } = await open()
  await cp(ours, join(folder, '2026-11-15'), { recursive: true })
  await breakIt()
  await screen.refresh()
  await screen.refresh()
  expect(problems).toHaveLength(1)
  expect(screen.list?.loadedAt).toEqual(new Date('2026-11-14'))
  expect(find('name', 'Sanctioned Testperson')).toEqual(['900001'])
  // A process that starts now loads the same list.
  const again = await open()
  expect(again.screen.list).toEqual(screen.list)
})

test('a list dated in the future is not used, so the screen has no list and finds nothing', async () => {
  await rm(join(folder, '2026-11-14'), { recursive: true })
  await cp(ours, join(folder, '2027-01-01'), { recursive: true })
  await mkdir(join(folder, 'being-fetched'))
  const { screen, find } = await open()
  expect(screen.list).toBeUndefined()
  expect(find('name', 'Sanctioned Testperson')).toEqual([])
})

test('a missing folder is reported, and the loaded list stays in use', async () => {
  const { screen, problems } = await open()
  await rm(folder, { recursive: true })
  await screen.refresh()
  expect(problems).toHaveLength(1)
  expect(screen.list?.version).toMatch(/^2026-11-14-/)
  await mkdir(folder)
})

async function change(day: string, file: string, how: (text: string) => string): Promise<void> {
  const path = join(folder, day, file)
  await writeFile(path, how(await readFile(path, 'utf8')))
}
