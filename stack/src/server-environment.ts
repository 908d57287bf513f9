export type ServerPlaces = Readonly<{
  databaseUrl(role: string): string
  restateIngressUrl: string
  apiPort: number
  otcPort: number
  managementPort: number
  workerPort: number
  /** `<number>:<64 hex digits>`; it must stay the same as long as the database does. */
  keyPeppers: string
  sealHeadFile: string
  /** Where the simulator of rate vendors is. Without it no vendor is asked. */
  ratesUrl?: string
}>

/** What the server's processes are told; `server/src/config.ts` reads it. */
export function serverEnvironment(places: ServerPlaces): Record<string, string> {
  return {
    DATABASE_URL_MIGRATE: places.databaseUrl('postgres'),
    DATABASE_URL_OWNER: places.databaseUrl('afara_owner'),
    DATABASE_URL_API: places.databaseUrl('afara_api'),
    DATABASE_URL_WORKER: places.databaseUrl('afara_worker'),
    DATABASE_URL_SEALER: places.databaseUrl('afara_sealer'),
    RESTATE_INGRESS_URL: places.restateIngressUrl,
    API_HOST: '127.0.0.1',
    API_PORT: String(places.apiPort),
    OTC_HOST: '127.0.0.1',
    OTC_PORT: String(places.otcPort),
    API_MANAGEMENT_HOST: '127.0.0.1',
    API_MANAGEMENT_PORT: String(places.managementPort),
    TRUSTED_PROXIES: '',
    API_PUBLIC_URL: `http://127.0.0.1:${places.apiPort}`,
    OTC_PUBLIC_URL: `http://127.0.0.1:${places.otcPort}`,
    WORKER_HOST: '127.0.0.1',
    WORKER_PORT: String(places.workerPort),
    CELL: 'dev',
    KEY_PEPPERS: places.keyPeppers,
    SEAL_HEAD_FILE: places.sealHeadFile,
    ...(places.ratesUrl === undefined ? {} : rateSources(places.ratesUrl)),
  }
}

export function rateSources(url: string): Record<string, string> {
  return {
    RATES_MONIERATE_URL: `${url}/monierate`,
    RATES_MONIERATE_KEY: 'simulated',
    RATES_QUIDAX_URL: `${url}/quidax`,
  }
}
