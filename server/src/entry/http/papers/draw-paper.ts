import type { Paper, PaperRow, PaperTable } from '../../../flows/papers/paper.ts'

type Document = PDFKit.PDFDocument

// In points: 72 points are an inch.
const MARGIN = 56
const LABEL_WIDTH = 134
const INK = '#14213d'
const GREY = '#5c677d'
const RULE = '#d8dee9'
const ACCENT = '#0b7a4b'
const WARNING = '#b42318'

/** Draws A4 pages. The same paper always gives the same bytes, because the file does not contain the current time. */
export async function drawPaper(paper: Paper): Promise<Buffer> {
  // The library is loaded for the first paper, because the rest of the API never needs it.
  const { default: PdfDocument } = await import('pdfkit')
  const document = new PdfDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `${paper.title}: ${paper.subtitle}`,
      Author: 'Afara',
      Producer: 'Afara',
      Creator: 'Afara',
      CreationDate: paper.at,
      ModDate: paper.at,
    },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    document.once('end', resolve)
    document.once('error', reject)
  })
  draw(document, paper)
  document.end()
  await ended
  return Buffer.concat(chunks)
}

function draw(document: Document, paper: Paper): void {
  drawHead(document, paper)
  for (const line of paper.addressee ?? []) text(document, line, { size: 10.5 })
  if (paper.addressee !== undefined) document.moveDown(0.8)
  for (const paragraph of paper.opening ?? []) {
    text(document, paragraph, { size: 10.5, gap: 3 })
    document.moveDown(0.4)
  }
  for (const { heading, rows } of paper.sections) {
    drawHeading(document, heading)
    for (const row of rows) drawRow(document, row)
  }
  if (paper.table !== undefined) drawTable(document, paper, paper.table)
  if (paper.asks !== undefined) {
    drawHeading(document, 'What we ask you to do')
    for (const [index, ask] of paper.asks.entries()) {
      drawRow(document, { label: `${index + 1}.`, value: ask }, 18)
    }
  }
  if (paper.closing !== undefined) document.moveDown(1)
  for (const paragraph of paper.closing ?? []) {
    text(document, paragraph, { size: 10.5, gap: 3 })
    document.moveDown(0.6)
  }
  drawFoot(document, paper)
}

function drawHead(document: Document, { title, subtitle, headline, isTest }: Paper): void {
  const { width } = document.page
  document.rect(0, 0, width, 6).fill(isTest ? WARNING : ACCENT)
  document
    .font('Helvetica-Bold')
    .fontSize(15)
    .fillColor(INK)
    .text('Afara', MARGIN, MARGIN - 12)
  if (isTest) {
    document
      .font('Helvetica-Bold')
      .fontSize(10)
      .fillColor(WARNING)
      .text('TEST MODE: NO REAL MONEY', MARGIN, MARGIN - 8, { width: width - 2 * MARGIN, align: 'right' })
  }
  document
    .moveTo(MARGIN, MARGIN + 14)
    .lineTo(width - MARGIN, MARGIN + 14)
    .lineWidth(0.7)
    .stroke(RULE)
  document
    .font('Helvetica-Bold')
    .fontSize(20)
    .fillColor(INK)
    .text(title, MARGIN, MARGIN + 32)
  text(document, subtitle, { size: 10.5, color: GREY })
  if (headline !== undefined) {
    document.moveDown(0.5)
    text(document, headline, { size: 26, font: 'Helvetica-Bold', color: isTest ? WARNING : ACCENT })
  }
  document.y += headline === undefined ? 14 : 0
}

function drawHeading(document: Document, heading: string): void {
  document.y += 16
  text(document, heading.toUpperCase(), { size: 8.5, font: 'Helvetica-Bold', color: GREY, spacing: 0.8 })
  const y = document.y + 3
  document
    .moveTo(MARGIN, y)
    .lineTo(document.page.width - MARGIN, y)
    .lineWidth(0.5)
    .stroke(RULE)
  document.y = y + 6
}

/** Draws the label on the left and the value next to it, which may need more than one line. */
function drawRow(document: Document, { label, value, code, link }: PaperRow, labelWidth = LABEL_WIDTH): void {
  const { y } = document
  const width = document.page.width - 2 * MARGIN - labelWidth
  document
    .font('Helvetica')
    .fontSize(9.5)
    .fillColor(GREY)
    .text(label, MARGIN, y, { width: labelWidth - 8 })
  const below = document.y
  document
    .font(code === true ? 'Courier' : 'Helvetica')
    .fontSize(code === true ? 8.4 : 10)
    .fillColor(link === undefined || link === null ? INK : ACCENT)
    .text(value, MARGIN + labelWidth, code === true ? y + 1.4 : y, { width, link: link ?? null })
  document.y = Math.max(below, document.y) + 5
  document.x = MARGIN
}

const LINE_HEIGHT = 17
/** What the foot of a page needs. */
const FOOT_HEIGHT = 84

/** Draws the lines of a table. A page that is full gets its foot, and the next page repeats the titles. */
function drawTable(document: Document, paper: Paper, { columns, lines }: PaperTable): void {
  const titles = columns.map(({ title }) => title)
  document.y += 16
  drawLine(document, columns, titles, true)
  for (const line of lines) {
    if (document.y + LINE_HEIGHT > document.page.height - FOOT_HEIGHT) {
      drawFoot(document, paper)
      document.addPage()
      document.y = MARGIN
      drawLine(document, columns, titles, true)
    }
    drawLine(document, columns, line, false)
  }
}

function drawLine(
  document: Document,
  columns: PaperTable['columns'],
  cells: readonly string[],
  isTitle: boolean,
): void {
  const { y } = document
  const room = document.page.width - 2 * MARGIN
  let x = MARGIN
  for (const [index, { width, isRight }] of columns.entries()) {
    document
      .font(isTitle ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(8.2)
      .fillColor(isTitle ? GREY : INK)
      .text(cells[index] ?? '', x, y, {
        width: width * room - 6,
        height: LINE_HEIGHT,
        ellipsis: true,
        lineBreak: false,
        align: isRight === true ? 'right' : 'left',
      })
    x += width * room
  }
  document
    .moveTo(MARGIN, y + LINE_HEIGHT - 5)
    .lineTo(document.page.width - MARGIN, y + LINE_HEIGHT - 5)
    .lineWidth(isTitle ? 0.7 : 0.3)
    .stroke(RULE)
  document.x = MARGIN
  document.y = y + LINE_HEIGHT
}

function drawFoot(document: Document, { footer }: Paper): void {
  const { width, height } = document.page
  const y = height - 62
  document
    .moveTo(MARGIN, y - 10)
    .lineTo(width - MARGIN, y - 10)
    .lineWidth(0.5)
    .stroke(RULE)
  document
    .font('Helvetica')
    .fontSize(8)
    .fillColor(GREY)
    .text(footer, MARGIN, y, { width: width - 2 * MARGIN, lineGap: 1.5 })
}

type Style = Readonly<{ size: number; font?: string; color?: string; gap?: number; spacing?: number }>

function text(document: Document, words: string, { size, font, color, gap = 1, spacing = 0 }: Style): void {
  document
    .font(font ?? 'Helvetica')
    .fontSize(size)
    .fillColor(color ?? INK)
    .text(words, MARGIN, document.y, {
      width: document.page.width - 2 * MARGIN,
      lineGap: gap,
      characterSpacing: spacing,
    })
}
