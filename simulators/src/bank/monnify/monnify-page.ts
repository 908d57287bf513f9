export type PageQuery = { pageNo?: string; pageSize?: string }

const MOST = 100

/** Reads the page query. Pages start at 0 and have ten rows by default. */
export function readPage({
  pageNo = '0',
  pageSize = '10',
}: PageQuery): Readonly<{ page: number; size: number }> | undefined {
  const asked = { page: Number(pageNo), size: Math.min(Number(pageSize), MOST) }
  return Number.isInteger(asked.page) && asked.page >= 0 && Number.isInteger(asked.size) && asked.size >= 1
    ? asked
    : undefined
}
