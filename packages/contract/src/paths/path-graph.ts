// The graph of a learning path: stages that come after others, each with one branch or several. Pure, for the server, the
// page and the editor.

export interface GraphStage {
  id: string
  /** Stages that have to be finished before this one. */
  after: readonly string[]
}

/** The ids of stages that wait for each other, in the order of the circle; null where there is none. */
export function findCycle(stages: readonly GraphStage[]): string[] | null {
  const after = new Map(stages.map((stage) => [stage.id, stage.after]))
  const finished = new Set<string>()
  const onTheWay: string[] = []
  const visit = (id: string): string[] | null => {
    if (finished.has(id)) return null
    const at = onTheWay.indexOf(id)
    if (at >= 0) return onTheWay.slice(at)
    onTheWay.push(id)
    for (const needed of after.get(id) ?? []) {
      const cycle = visit(needed)
      if (cycle) return cycle
    }
    onTheWay.pop()
    finished.add(id)
    return null
  }
  for (const { id } of stages) {
    const cycle = visit(id)
    if (cycle) return cycle
  }
  return null
}

/** Stages column by column: each stands right of everything that it comes after. The graph has no cycle. */
export function columnsOf<Stage extends GraphStage>(stages: readonly Stage[]): Stage[][] {
  const byId = new Map(stages.map((stage) => [stage.id, stage]))
  const depths = new Map<string, number>()
  const depthOf = (stage: Stage): number => {
    const known = depths.get(stage.id)
    if (known !== undefined) return known
    // ends the walk in a cycle, which an editor may have drawn and not saved yet
    depths.set(stage.id, 0)
    const needed = stage.after.flatMap((id) => byId.get(id) ?? [])
    const depth = needed.length === 0 ? 0 : 1 + Math.max(...needed.map(depthOf))
    depths.set(stage.id, depth)
    return depth
  }
  const columns: Stage[][] = []
  for (const stage of stages) {
    const depth = depthOf(stage)
    while (columns.length <= depth) columns.push([])
    columns[depth]?.push(stage)
  }
  return columns.filter((column) => column.length > 0)
}
