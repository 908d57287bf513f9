import { parseId } from '@afara/server/kernel/ids/ids.ts'

const AT_ONCE = 16

/** Starts drills over HTTP and returns the ids of those that were acknowledged. */
export async function startDrills(
  { apiUrl, testKey }: Readonly<{ apiUrl: string; testKey: string }>,
  count: number,
  onStarted: (started: number) => void,
): Promise<string[]> {
  const ids: string[] = []
  let asked = 0
  const client = async (): Promise<void> => {
    while (asked < count) {
      asked += 1
      const response = await fetch(`${apiUrl}/drills/v1`, {
        method: 'POST',
        headers: { 'svc-sec-key': testKey },
      })
      const body = (await response.json()) as { drill?: { id: string } }
      const id = response.status === 202 ? parseId('transaction', body.drill?.id ?? '') : undefined
      if (id !== undefined) ids.push(id)
      onStarted(ids.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  return ids
}
