const AT_ONCE = 25

/** Makes the engine call an object of this type for each id, as our nudges do. */
export async function callEach(ingressUrl: string, object: string, ids: readonly string[]): Promise<void> {
  const waiting = ids.values()
  const caller = async () => {
    for (const id of waiting) {
      const response = await fetch(`${ingressUrl}/${object}/${id}/advance/send`, {
        method: 'POST',
        headers: { 'idempotency-key': `${id}:1` },
      })
      await response.body?.cancel()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, caller))
}
