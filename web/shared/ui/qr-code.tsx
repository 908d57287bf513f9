import { encode } from 'uqr'

/** A code that a camera reads. It is drawn here: no other site learns the text. */
export function QrCode({ text, name }: Readonly<{ text: string; name: string }>) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-small border bg-paper text-ink"
    >
      <title>{name}</title>
      <path d={dark.join('')} fill="currentColor" />
    </svg>
  )
}
