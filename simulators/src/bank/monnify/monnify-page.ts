export type PageQuery = { pageNo?: string; pageSize?: string }

const MOST = 100

/** Counted from 0, ten at a time unless it is said otherwise. */
export function readPage({
  pageNo = '0',
  pageSize = '10',
}: PageQuery): Readonly<{ page: number; size: number }> | undefined {
  const asked = { page: Number(pageNo), size: Math.min(Number(pageSize), MOST) }
  return Number.isInteger(asked.page) && asked.page >= 0 && Number.isInteger(asked.size) && asked.size >= 1
    ? asked
    : undefined
}
