import { testRelyingParty } from '@afara/stack/authenticator/software-signing.ts'
import { serverEnvironment } from '@afara/stack/services/server-environment.ts'

/** The settings of a people process that runs without the other processes and trusts this machine as a proxy. */
export function peopleEnvironment(databaseUrl: (role: string) => string, peoplePort = 1) {
  const alone = { restateIngressUrl: '', apiPort: 1, otcPort: 1, managementPort: 1, workerPort: 1 }
  const keyPeppers = `1:${'0f'.repeat(32)}`
  return {
    ...serverEnvironment({ ...alone, databaseUrl, peoplePort, keyPeppers, sealHeadFile: '' }),
    PEOPLE_ORIGIN: testRelyingParty.origin,
    TRUSTED_PROXIES: '127.0.0.0/8',
  }
}
