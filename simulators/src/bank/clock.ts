/** Runs beside the machine's clock at a distance, or stands still. */
export type ClockSetting = Readonly<{ offsetMs: number; stoppedAtMs?: number }>

export type SimulatorClock = Readonly<{
  now(): number
  setting(): ClockSetting
  set(setting: ClockSetting): void
  /** The setting after a move. Undefined when it would go back: what was booked would then lie in the future. */
  plan(move: ClockMove): ClockSetting | undefined
}>

export type ClockMove = Readonly<{ at?: string; advanceSeconds?: number; running?: boolean }>

export function createClock(first: ClockSetting): SimulatorClock {
  let setting = first
  const now = () => setting.stoppedAtMs ?? Date.now() + setting.offsetMs
  return {
    now,
    setting: () => setting,
    set: (next) => {
      setting = next
    },
    plan: ({ at, advanceSeconds = 0, running = setting.stoppedAtMs === undefined }) => {
      const current = now()
      const target = (at === undefined ? current : Date.parse(at)) + Math.round(advanceSeconds * 1000)
      if (!(target >= current)) return undefined
      return running ? { offsetMs: target - Date.now() } : { offsetMs: setting.offsetMs, stoppedAtMs: target }
    },
  }
}
