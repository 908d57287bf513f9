/** Runs with an offset to the machine's clock, or is stopped. */
export type ClockSetting = Readonly<{ offsetMs: number; stoppedAtMs?: number }>

export type SimulatorClock = Readonly<{
  now(): number
  setting(): ClockSetting
  set(setting: ClockSetting): void
  /** Returns the setting after a move. Undefined if it would move back, because booked lines would then be in the future. */
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
