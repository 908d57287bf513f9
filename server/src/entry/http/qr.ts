import { encode } from 'uqr'

/** A run of dark squares in one row of a QR code. */
type QrRun = Readonly<{ x: number; y: number; width: number }>

/** Encodes a text. The code has a quiet border of `border` squares on each side; `size` includes it. */
export function qrRuns(text: string, border: number): Readonly<{ size: number; runs: readonly QrRun[] }> {
  const { size, data } = encode(text, { border })
  const runs = data.flatMap((row, y) => {
    const found: QrRun[] = []
    for (let x = 0; x < size; x += 1) {
      const start = x
      while (row[x] === true) x += 1
      if (x > start) found.push({ x: start, y, width: x - start })
    }
    return found
  })
  return { size, runs }
}

/** Renders a text as a QR code: dark on light, also in dark mode. */
export function qrSvg(text: string): string {
  const { size, runs } = qrRuns(text, 2)
  const path = runs.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#101915" d="${path}"/></svg>`
}
