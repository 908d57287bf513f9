import { expect, test } from 'vitest'
import { Refusal } from '../../kernel/refusal.ts'
import { contrast, readRgb } from './colour.ts'
import { parsePayColour, payColoursOf } from './pay-colour.ts'

const contrastOf = (one: string, other: string) => contrast(readRgb(one), readRgb(other))

test('contrast is that of WCAG', () => {
  expect(contrastOf('#ffffff', '#000000')).toBe(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastOf('#1d4fb8', '#1d4fb8')).toBe(1)
})

test('a colour on which white text is hard to read is refused, with one that works', () => {
  const refused = ['#ffcc00', '#7fb5ff', '#ffffff', '#777777', '#ff0000'].map(refusalOf)
  expect(refused.map((error) => error?.code)).toEqual(Array(5).fill('colour_invalid'))
  const darker = refused.map((error) => String(error?.detail?.['darker']))
  expect(darker.map(parsePayColour)).toEqual(darker)
  expect(parsePayColour(' #1D4FB8 ')).toBe('#1d4fb8')
})

test('a text that is no colour is refused', () => {
  for (const text of ['', 'red', '#12', '#12345g', '#1234567', 'url(x)', '#1d4fb8;}*{display:none'])
    expect(() => parsePayColour(text), text).toThrow(/six digits/)
})

test('every accepted colour can be read in light and in dark', () => {
  const steps = Array.from({ length: 16 }, (_, step) => (step * 17).toString(16).padStart(2, '0'))
  const all = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))
  const accepted = all.filter((colour) => refusalOf(colour) === undefined)
  expect(accepted.length).toBeGreaterThan(1_000)
  expect(accepted.filter((colour) => worstOf(colour) < 4.5)).toEqual([])
})

function worstOf(colour: string): number {
  const { light, dark } = payColoursOf(colour)
  return Math.min(
    contrastOf(light.onOwn, light.own),
    contrastOf(light.own, light.soft),
    contrastOf(light.own, '#ffffff'),
    contrastOf(dark.onOwn, dark.own),
    contrastOf(dark.own, dark.soft),
    contrastOf(dark.own, '#171b1e'),
  )
}

function refusalOf(colour: string): Refusal | undefined {
  try {
    parsePayColour(colour)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
