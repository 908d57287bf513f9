/** Whether a narration has the code as a word of its own; inside a longer run of letters or digits it is chance. */
export function carriesCode(narration: string, code: string): boolean {
  return narration
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .includes(code.toUpperCase())
}
