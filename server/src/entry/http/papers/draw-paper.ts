import { readFileSync } from 'node:fs'
import type { Paper, PaperParty, PaperRow, PaperSection, PaperTable } from '../../../flows/papers/paper.ts'
import { qrRuns } from '../qr.ts'
import {
  BOLD,
  BRAND,
  type Document,
  drawMark,
  GOOD,
  GREY,
  INK,
  LABEL_WIDTH,
  MARGIN,
  MONO,
  RULE,
  roomOf,
  rule,
  SUNKEN,
  TEST,
  TEXT,
  text,
} from './paper-style.ts'

/** Subsets of Inter and JetBrains Mono. They have the naira sign, which the fonts of PDF lack. */
const fontFiles = { [TEXT]: 'inter-regular', [BOLD]: 'inter-semibold', [MONO]: 'jetbrains-mono' }
let fonts: ReadonlyArray<readonly [string, Buffer]> | undefined

/** Draws A4 pages. The same paper always gives the same bytes, because the file does not contain the current time. */
export async function drawPaper(paper: Paper): Promise<Buffer> {
  // The library and the fonts are loaded for the first paper, because the rest of the API never needs them.
  const { default: PdfDocument } = await import('pdfkit')
  fonts ??= Object.entries(fontFiles).map(([name, file]) => [
    name,
    readFileSync(new URL(`../../../../papers/${file}.ttf`, import.meta.url)),
  ])
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
  for (const [name, file] of fonts) document.registerFont(name, file)
  draw(document, paper)
  document.end()
  await ended
  return Buffer.concat(chunks)
}

function draw(document: Document, paper: Paper): void {
  drawHead(document, paper)
  if (paper.parties !== undefined) drawParties(document, paper.parties)
  for (const line of paper.addressee ?? []) text(document, line, { size: 10 })
  if (paper.addressee !== undefined) document.moveDown(0.6)
  for (const paragraph of paper.opening ?? []) {
    text(document, paragraph, { size: 10, gap: 3 })
    document.moveDown(0.2)
  }
  for (const section of paper.sections) drawSection(document, section)
  if (paper.table !== undefined) drawTable(document, paper, paper.table)
  if (paper.asks !== undefined) {
    drawHeading(document, 'What we ask you to do')
    for (const [index, ask] of paper.asks.entries()) {
      drawRow(document, { label: `${index + 1}.`, value: ask }, 18)
    }
  }
  if (paper.closing !== undefined) document.moveDown(0.6)
  for (const paragraph of paper.closing ?? []) {
    text(document, paragraph, { size: 10, gap: 3 })
    document.moveDown(0.4)
  }
  if (paper.issued !== undefined) drawVerification(document, paper.issued)
  drawFoot(document, paper)
}

function drawHead(document: Document, paper: Paper): void {
  const { title, subtitle, headline, isTest, issued } = paper
  const { width } = document.page
  if (isTest) {
    document.rect(0, 0, width, 21).fill(TEST.ground)
    document.font(BOLD).fontSize(9).fillColor(TEST.text)
    document.text(`Test ${title.toLowerCase()}. No real money moved.`, 0, 5, { width, align: 'center' })
  }
  const y = isTest ? 46 : 34
  drawMark(document, MARGIN, y, 1)
  document
    .font(BOLD)
    .fontSize(16.5)
    .fillColor(INK)
    .text('Afara', MARGIN + 30, y + 2)
  if (issued !== undefined) {
    const right = { width: roomOf(document), align: 'right' } as const
    document.font(TEXT).fontSize(9.5).fillColor(GREY).text(title, MARGIN, y, right)
    document
      .font(BOLD)
      .fontSize(10.5)
      .fillColor(INK)
      .text(issued.number, MARGIN, y + 13, right)
  }
  document.x = MARGIN
  document.y = y + 48
  if (headline === undefined || paper.headlineLabel === undefined) {
    text(document, title, { size: 17, font: BOLD })
    text(document, subtitle, { size: 10, color: GREY })
    if (headline !== undefined) text(document, headline, { size: 26, font: BOLD })
    document.y += 10
    return
  }
  text(document, paper.headlineLabel, { size: 10.5, color: GREY })
  const top = document.y + 3
  document.y = top
  text(document, headline, { size: 32, font: BOLD })
  if (paper.badge !== undefined) drawBadge(document, paper.badge, top + 8)
  if (paper.headlineWords !== undefined) text(document, paper.headlineWords, { size: 9.5, color: GREY })
  document.y += 14
  rule(document, document.y, INK, 1.5)
  document.y += 16
}

function drawBadge(document: Document, words: string, y: number): void {
  const [after, size] = [document.y, 9.5]
  document.font(BOLD).fontSize(size)
  const width = document.widthOfString(words) + 18
  const x = document.page.width - MARGIN - width
  document.roundedRect(x, y, width, 24, 12).fill(GOOD.ground)
  document.fillColor(GOOD.text).text(words, x + 9, y + 6.5, { lineBreak: false })
  document.x = MARGIN
  document.y = after
}

function drawParties(document: Document, parties: readonly PaperParty[]): void {
  const { y } = document
  const [room, gap] = [roomOf(document), 18]
  const width = (room - gap * 2) / 3
  const ends = parties.slice(0, 3).map(({ title, name, lines }, at) => {
    const x = MARGIN + at * (width + gap)
    document.font(TEXT).fontSize(9).fillColor(GREY).text(title, x, y, { width })
    document.font(BOLD).fontSize(10.5).fillColor(INK)
    document.text(name, x, document.y + 4, { width, height: 28, ellipsis: true })
    for (const line of lines) {
      document.font(TEXT).fontSize(9.5).fillColor(GREY)
      document.text(line, x, document.y + 2, { width, height: 26, ellipsis: true })
    }
    return document.y
  })
  document.x = MARGIN
  document.y = Math.max(...ends) + 14
  rule(document, document.y, RULE, 0.75)
  document.y += 12
}

function drawSection(document: Document, { heading, rows, isSum }: PaperSection): void {
  if (isSum !== true) {
    drawHeading(document, heading)
    for (const row of rows) drawRow(document, row)
    return
  }
  for (const [at, { label, value }] of rows.entries()) {
    const isLast = at === rows.length - 1 && rows.length > 1
    const { y } = document
    const font = isLast ? BOLD : TEXT
    document
      .font(font)
      .fontSize(isLast ? 12 : 10)
      .fillColor(INK)
    document.text(label, MARGIN, y, { lineBreak: false })
    document.text(value, MARGIN, y, { width: roomOf(document), align: 'right', lineBreak: false })
    document.x = MARGIN
    document.y = y + (isLast ? 20 : 16)
    if (!isLast) rule(document, document.y, RULE, 0.75)
    document.y += isLast ? 0 : 8
  }
}

function drawHeading(document: Document, heading: string): void {
  document.y += 8
  text(document, heading, { size: 10.5, font: BOLD })
  document.y += 6
}

/** Draws the label on the left and the value next to it, which may need more than one line. */
function drawRow(document: Document, { label, value, code, link }: PaperRow, labelWidth = LABEL_WIDTH): void {
  const { y } = document
  const width = roomOf(document) - labelWidth
  document
    .font(TEXT)
    .fontSize(9.5)
    .fillColor(GREY)
    .text(label, MARGIN, y, { width: labelWidth - 8 })
  const below = document.y
  document
    .font(code === true ? MONO : TEXT)
    .fontSize(code === true ? 8.6 : 9.5)
    .fillColor(link === undefined || link === null ? INK : BRAND)
    .text(value, MARGIN + labelWidth, code === true ? y + 0.8 : y, { width, link: link ?? null })
  document.y = Math.max(below, document.y) + 5
  document.x = MARGIN
}

const LINE_HEIGHT = 17
/** What the foot of a page needs. */
const FOOT_HEIGHT = 64
const VERIFY_HEIGHT = 104

/** Draws how anyone can verify the paper, above the foot of the page. */
function drawVerification(document: Document, { verifyUrl }: NonNullable<Paper['issued']>): void {
  const y = document.page.height - FOOT_HEIGHT - VERIFY_HEIGHT
  const [x, side] = [MARGIN + 14, VERIFY_HEIGHT - 24]
  document.roundedRect(MARGIN, y, roomOf(document), VERIFY_HEIGHT, 9).fill(SUNKEN)
  document.roundedRect(x, y + 12, side, side, 4).fill('#ffffff')
  const { size, runs } = qrRuns(verifyUrl, 2)
  const unit = side / size
  for (const run of runs) document.rect(x + run.x * unit, y + 12 + run.y * unit, run.width * unit, unit)
  document.fill(INK)
  const left = x + side + 18
  const width = document.page.width - MARGIN - left - 14
  document
    .font(BOLD)
    .fontSize(11)
    .fillColor(INK)
    .text('Check that this paper is real', left, y + 22, { width })
  document.font(TEXT).fontSize(9.5).fillColor(GREY)
  document.text('Scan the code, or open this address. It shows what our books say now.', left, y + 38, {
    width,
  })
  document
    .font(MONO)
    .fontSize(8.4)
    .fillColor(INK)
    .text(verifyUrl, left, document.y + 4, { width, link: verifyUrl })
  document.x = MARGIN
}

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
  const room = roomOf(document)
  let x = MARGIN
  for (const [index, { width, isRight }] of columns.entries()) {
    document
      .font(isTitle ? BOLD : TEXT)
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
  rule(document, y + LINE_HEIGHT - 4, RULE, isTitle ? 0.75 : 0.4)
  document.x = MARGIN
  document.y = y + LINE_HEIGHT
}

function drawFoot(document: Document, { footer }: Paper): void {
  document
    .font(TEXT)
    .fontSize(8.5)
    .fillColor(GREY)
    .text(footer, MARGIN, document.page.height - FOOT_HEIGHT + 14, { width: roomOf(document), lineGap: 1.5 })
}
