import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawPaper } from '@afara/server/entry/http/papers/draw-paper.ts'
import { writeReceipt } from '@afara/server/flows/papers/receipt.ts'
import { writeTraceLetter } from '@afara/server/flows/papers/trace-letter.ts'
import { boughtPaper, issuer, soldPaper } from '../server/test/paper-samples.ts'

// node tools/paper-pictures.ts [folder]: draws the pictures of PDF documents for the docs. Needs pdftoppm (poppler-utils).
const folder = process.argv[2] ?? 'docs/images'
const scratch = mkdtempSync(join(tmpdir(), 'papers-'))
const explorers = {
  ofTransaction: (_mode: string, _network: string, hash: string) => `https://polygonscan.com/tx/${hash}`,
  ofAddress: () => null,
}
const papers = {
  receipt: writeReceipt(boughtPaper, explorers, issuer),
  'trace-letter': writeTraceLetter(soldPaper, issuer),
}
for (const [name, paper] of Object.entries(papers)) {
  const file = join(scratch, `${name}.pdf`)
  writeFileSync(
    file,
    await drawPaper({
      ...paper,
      issued: {
        number: 'AFR-2026-7KQ2-MX4D',
        verifyUrl: 'https://api.afara.example/verify/4f9Qd1s0YB2mX7ZrT5uVwA',
      },
    }),
  )
  execFileSync('pdftoppm', ['-png', '-r', '80', '-singlefile', file, join(folder, name)])
  console.log(`wrote ${join(folder, name)}.png`)
}
rmSync(scratch, { recursive: true })
