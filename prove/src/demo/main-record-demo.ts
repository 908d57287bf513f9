import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ButtonName } from '@afara/stack/demo/demo-state.ts'
import { raiseDemo } from '@afara/stack/demo/raise-demo.ts'
import { findBuiltPages } from '@afara/stack/web/build-pages.ts'
import { chromium, type Page } from 'playwright-core'
import { findButton } from './click-in-browser.ts'

/**
 * Records the picture at the top of the README: `node prove/src/demo/main-record-demo.ts docs/images/demo.webp`. It starts the demo, presses
 * buttons in Chromium and writes what the browser showed, in real time. It needs `img2webp`, from the Debian package `webp`.
 */
const file = process.argv[2] ?? 'docs/images/demo.webp'
const SIZE = { width: 1280, height: 900 }
const FRAME_MS = 250
const LAST_FRAME_MS = 4_000
const MOST_BYTES = 3_000_000

type Frame = Readonly<{ path: string; at: number }>

const demo = await raiseDemo(await findBuiltPages())
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const folder = mkdtempSync(join(tmpdir(), 'afara-recording-'))
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' })
  await page.goto(demo.url)
  await page.getByText('We are waiting for the naira').waitFor()
  await page.frameLocator('iframe').getByText('Waiting for your transfer').waitFor()
  const frames = await filmWhile(page, async () => tell(page))
  encode(frames)
  const bytes = statSync(file).size
  const seconds = ((frames.at(-1)?.at ?? 0) - (frames[0]?.at ?? 0)) / 1000
  console.log(`${file}: ${frames.length} frames, ${seconds.toFixed(0)} s, ${bytes} bytes`)
  if (bytes > MOST_BYTES) throw new Error(`${file} has ${bytes} bytes, and at most ${MOST_BYTES} are allowed`)
} finally {
  rmSync(folder, { recursive: true, force: true })
  await browser.close()
  await demo.stop()
}

/** One order that is paid in peace, then three faults while money moves. */
async function tell(page: Page): Promise<void> {
  const verdict = page.getByText('none on the way')
  await page.waitForTimeout(500)
  await press(page, 'pay')
  await verdict.waitFor()
  await page.waitForTimeout(1_000)
  await press(page, 'kill-worker')
  await page.getByText('Worker down').waitFor()
  await page.getByText('Worker down').waitFor({ state: 'detached', timeout: 60_000 })
  await press(page, 'lose-reply')
  await page.waitForTimeout(2_000)
  await press(page, 'delete-engine')
  for (const name of ['kill-worker', 'lose-reply', 'delete-engine'])
    await page.locator(`[data-running="${name}"]`).waitFor({ state: 'detached', timeout: 120_000 })
  await verdict.waitFor()
  await page.waitForTimeout(1_000)
}

/** Moves a visible pointer to the button first: a recording of a headless browser has none. */
async function press(page: Page, name: ButtonName): Promise<void> {
  const button = findButton(page, name)
  const box = await button.boundingBox()
  if (box === null) throw new Error(`the button ${name} is not on the page`)
  const [x, y] = [box.x + box.width * 0.9, box.y + box.height * 0.2]
  await page.evaluate(
    `(() => {
      const pointer = document.getElementById('pointer') ?? document.body.appendChild(document.createElement('div'))
      pointer.id = 'pointer'
      Object.assign(pointer.style, { position: 'fixed', left: '${x - 12}px', top: '${y - 12}px', width: '24px', height: '24px',
        borderRadius: '50%', background: 'rgb(29 79 184 / 35%)', border: '2px solid #1d4fb8', pointerEvents: 'none', zIndex: 9 })
    })()`,
  )
  await page.waitForTimeout(900)
  await button.click()
}

/** Keeps what the browser shows until the work is done, at most one picture in each FRAME_MS. */
async function filmWhile(page: Page, work: () => Promise<void>): Promise<Frame[]> {
  const frames: Frame[] = []
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Page.screencastFrame', ({ data, sessionId, metadata }) => {
    // The last picture may come when the browser is already closed.
    devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
    const at = Math.round((metadata.timestamp ?? 0) * 1000)
    if (at - (frames.at(-1)?.at ?? 0) < FRAME_MS) return
    const path = join(folder, `${frames.length}.png`)
    writeFileSync(path, Buffer.from(data, 'base64'))
    frames.push({ path, at })
  })
  await devtools.send('Page.startScreencast', { format: 'png' })
  await work()
  await devtools.send('Page.stopScreencast')
  await devtools.detach()
  return frames
}

/** Text has sharp edges, for which the lossless form is the smaller one. */
function encode(frames: readonly Frame[]): void {
  const shown = frames.flatMap(({ path, at }, place) => {
    const next = frames[place + 1]?.at ?? at + LAST_FRAME_MS
    return ['-d', String(next - at), path]
  })
  execFileSync('img2webp', ['-loop', '0', '-lossless', '-m', '4', ...shown, '-o', file])
}
