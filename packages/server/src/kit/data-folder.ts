/** Does what needs the folder DATA_DIR; where that cannot be used, the error says why and what to do. */
export async function inDataFolder<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw folderFault(dataDir, error) ?? error
  }
}

/** For the operator: what is wrong with the folder DATA_DIR, instead of the error of one of many calls. */
export function folderFault(dataDir: string, error: unknown): Error | null {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return null
  const reason = folderFaults[String(error.code)]
  return reason ? new Error(`${dataDir} ${reason} (${error.message})`, { cause: error }) : null
}

const folderFaults: Record<string, string> = {
  EACCES: 'cannot be written to by this user. Give it the right, or set DATA_DIR to another folder.',
  EPERM: 'cannot be written to by this user. Give it the right, or set DATA_DIR to another folder.',
  EROFS: 'is on a disk that can only be read. Set DATA_DIR to another folder.',
  ENOTDIR: 'cannot be a folder: part of it is a file. Set DATA_DIR to another folder.',
  EEXIST: 'is a file and no folder. Set DATA_DIR to another one.',
  ENOSPC: 'is on a full disk. Make room there and start again.',
  EDQUOT: 'is on a full disk. Make room there and start again.',
}
