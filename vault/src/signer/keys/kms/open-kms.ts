import type { KMSClient } from '@aws-sdk/client-kms'

const CONNECT_MS = 2_000
const ANSWER_MS = 5_000

/** Region and credentials are found as by every program of AWS: from the environment or the machine's role. A signature asked for twice does no harm, so the client repeats. */
export async function openKms(endpoint?: string): Promise<KMSClient> {
  const { KMSClient: Client } = await import('@aws-sdk/client-kms')
  return new Client({
    ...(endpoint !== undefined && { endpoint }),
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      // Without this a request that hangs is only complained of.
      throwOnRequestTimeout: true,
    },
  })
}
