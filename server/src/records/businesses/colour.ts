export type Rgb = readonly [red: number, green: number, blue: number]

/** Returns a colour between two others. A part of 0 is the first one. */
export function mix(one: Rgb, other: Rgb, part: number): Rgb {
  const [red, green, blue] = [0, 1, 2].map((at) =>
    Math.round((one[at] ?? 0) * (1 - part) + (other[at] ?? 0) * part),
  )
  return [red ?? 0, green ?? 0, blue ?? 0]
}

/** Returns the contrast of two colours by WCAG 2, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (brighter + 0.05) / (darker + 0.05)
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Reads a colour such as #1d4fb8. */
export function readRgb(colour: string): Rgb {
  const at = (from: number) => Number.parseInt(colour.slice(from, from + 2), 16)
  return [at(1), at(3), at(5)]
}

export function writeRgb(rgb: Rgb): string {
  return `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
