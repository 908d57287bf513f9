/** The bridge: two pylons, a deck, and the cables that carry it. It takes the colour of the text around it. */
export function Mark({ size = 24 }: Readonly<{ size?: number }>) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M2 16.5 12 4l10 12.5" strokeWidth="1.25" opacity=".55" />
      <path d="M6.75 21.5 12 4l5.25 17.5" strokeWidth="2.25" />
      <path d="M1.5 16.5h21" strokeWidth="2.25" />
    </svg>
  )
}
