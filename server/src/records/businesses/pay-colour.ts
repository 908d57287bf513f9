import { Refusal } from '../../kernel/refusal.ts'
import { contrast, mix, type Rgb, readRgb, writeRgb } from './colour.ts'

/** The colours of a business on its pay page: of its buttons, of the text on them, and of a quiet button behind text in `own`. */
type Shades = Readonly<{ own: string; onOwn: string; soft: string }>
export type PayColours = Readonly<{ light: Shades; dark: Shades }>

/** WCAG AA for text. */
const ENOUGH = 4.5
const WHITE: Rgb = [255, 255, 255]
/** The surfaces of the pay page (pay-page-style.ts), and the dark text on a light button. */
const PAPER = { light: WHITE, dark: [20, 28, 25] } as const satisfies Record<string, Rgb>
const INK: Rgb = [13, 19, 17]
const SOFT_PART = 0.1

/** Reads the colour that a business chose, such as #1D4FB8. Refuses a colour on which nobody can read white text. */
export function parsePayColour(text: string): string {
  const colour = text.trim().toLowerCase()
  if (!/^#[0-9a-f]{6}$/.test(colour))
    throw new Refusal('colour_invalid', 'Write the colour as # and six digits, such as #1d4fb8.')
  const own = readRgb(colour)
  const worst = Math.min(contrast(own, WHITE), contrast(own, softOf(own, PAPER.light)))
  if (worst >= ENOUGH) return colour
  throw new Refusal(
    'colour_invalid',
    `White text on ${colour} is hard to read: its contrast is ${worst.toFixed(1)}, and 4.5 is the least. Choose a darker colour.`,
    { detail: { contrast: worst.toFixed(2), least: '4.5', darker: writeRgb(darken(own)) } },
  )
}

/** Returns the shades for light and dark mode. In dark mode the colour is lightened until everything can be read. */
export function payColoursOf(colour: string): PayColours {
  const own = readRgb(colour)
  const dark = lighten(own)
  return {
    light: { own: colour, onOwn: '#ffffff', soft: writeRgb(softOf(own, PAPER.light)) },
    dark: { own: writeRgb(dark), onOwn: writeRgb(INK), soft: writeRgb(softOf(dark, PAPER.dark)) },
  }
}

function lighten(own: Rgb): Rgb {
  return firstOf(own, WHITE, (shade) =>
    [PAPER.dark, softOf(shade, PAPER.dark), INK].every((ground) => contrast(shade, ground) >= ENOUGH),
  )
}

function darken(own: Rgb): Rgb {
  return firstOf(own, [0, 0, 0], (shade) =>
    [WHITE, softOf(shade, PAPER.light)].every((ground) => contrast(shade, ground) >= ENOUGH),
  )
}

const STEPS = 50

/** Mixes a colour with another, a little more each time, until it passes. */
function firstOf(own: Rgb, towards: Rgb, passes: (shade: Rgb) => boolean): Rgb {
  for (let step = 0; step < STEPS; step += 1) {
    const shade = mix(own, towards, step / STEPS)
    if (passes(shade)) return shade
  }
  return towards
}

function softOf(own: Rgb, paper: Rgb): Rgb {
  return mix(paper, own, SOFT_PART)
}
