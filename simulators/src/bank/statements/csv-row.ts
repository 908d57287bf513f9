/** Quotes what needs quotes, and keeps everything else as it is: banks do not defend spreadsheets either. */
export function csvRow(...cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
}
