export type Document = PDFKit.PDFDocument

// In points: 72 points are an inch.
export const MARGIN = 48
export const LABEL_WIDTH = 126
export const INK = '#101915'
export const GREY = '#56655e'
export const RULE = '#e3e8e5'
export const BRAND = '#0b6b4f'
export const SUNKEN = '#f3f5f4'
export const GOOD = { ground: '#e5f2ec', text: BRAND } as const
export const TEST = { ground: '#fdf1dc', text: '#8a4f06' } as const

export const TEXT = 'text'
export const BOLD = 'bold'
export const MONO = 'mono'
export const roomOf = (document: Document) => document.page.width - 2 * MARGIN

/** Draws a line across the page. */
export function rule(document: Document, y: number, color: string, width: number): void {
  document
    .moveTo(MARGIN, y)
    .lineTo(document.page.width - MARGIN, y)
    .lineWidth(width)
    .stroke(color)
}

type Style = Readonly<{ size: number; font?: string; color?: string; gap?: number }>

/** Writes a paragraph across the page. */
export function text(document: Document, words: string, { size, font, color, gap = 1 }: Style): void {
  document
    .font(font ?? TEXT)
    .fontSize(size)
    .fillColor(color ?? INK)
    .text(words, MARGIN, document.y, { width: roomOf(document), lineGap: gap })
}

/** The bridge of our sign, in 24 points. */
export function drawMark(document: Document, x: number, y: number, scale: number): void {
  document.save().translate(x, y).scale(scale).lineCap('round').lineJoin('round').strokeColor(BRAND)
  document.strokeOpacity(0.55).lineWidth(1.25).path('M2 16.5 12 4l10 12.5').stroke()
  document.strokeOpacity(1).lineWidth(2.25).path('M6.75 21.5 12 4l5.25 17.5').stroke()
  document.lineWidth(2.25).path('M1.5 16.5h21').stroke()
  document.restore()
}
