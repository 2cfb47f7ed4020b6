import { Component, type ReactNode } from 'react'

/** A block that breaks takes nothing of its page with it. */
export class BlockBoundary extends Component<{ instead: ReactNode; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? this.props.instead : this.props.children
  }
}

/** Whether something broke inside of a block: by the names of the components around it, as the renderer gives them. */
export function isInsideBlock(componentStack: string): boolean {
  return new RegExp(`^\\s*at ${BlockBoundary.name} `, 'm').test(componentStack)
}
