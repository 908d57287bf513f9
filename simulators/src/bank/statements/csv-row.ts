/** Quotes cells only if necessary and leaves them unchanged otherwise: real banks do not escape formulas either. */
export function csvRow(...cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
}
