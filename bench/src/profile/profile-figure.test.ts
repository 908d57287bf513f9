import { expect, test } from 'vitest'
import { drawProfile } from './profile-figure.ts'
import { divideByKind } from './work-kinds.ts'

const bar = (title: string, ...all: number[]) => ({
  title,
  parts: all.map((ms, place) => ({ name: `part ${place}`, ms })),
})

test('all bars have one scale, and the longest fills the width', () => {
  const svg = drawProfile([bar('A buy', 30, 10), bar('A sell', 10, 10)], 'a footnote')
  const widths = [...svg.matchAll(/width="([\d.]+)" height="26"/g)].map(([, width]) => Number(width))
  expect(widths).toEqual([552, 184, 184, 184])
  expect(svg).toContain('A buy: part 0 30.0, part 1 10.0; A sell: part 0 10.0, part 1 10.0')
})

test('the time of PostgreSQL is divided by what statements took, without those of the bench', () => {
  const sent = [
    { role: 'afara_worker', text: 'select * from open_transfers($1)', calls: 1, ms: 6 },
    { role: 'afara_signer', text: 'select * from transfer', calls: 1, ms: 2 },
    { role: 'afara_owner', text: 'select count(*) from transaction', calls: 9, ms: 90 },
  ]
  expect(divideByKind(sent, 4)).toEqual([
    { name: 'deliver', ms: 3 },
    { name: 'signer and payer', ms: 1 },
  ])
})
