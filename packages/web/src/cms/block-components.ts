import { AbstractBlock } from './blocks/abstract.tsx'
import { AlignmentBlock } from './blocks/alignment.tsx'
import { AssetsListBlock } from './blocks/assets-list.tsx'
import { BannerBlock } from './blocks/banner.tsx'
import { BundleCardsBlock } from './blocks/bundle-cards.tsx'
import { CalloutBlock } from './blocks/callout.tsx'
import { CardsBlock } from './blocks/cards.tsx'
import { CatalogListBlock } from './blocks/catalog-list.tsx'
import { CommoditiesBlock } from './blocks/commodities.tsx'
import { ContainerBlock } from './blocks/container.tsx'
import { CookieBarBlock } from './blocks/cookie-bar.tsx'
import { DealsBlock } from './blocks/deals.tsx'
import { DescriptionBlock } from './blocks/description.tsx'
import { FaqBlock } from './blocks/faq.tsx'
import { FilterBarBlock } from './blocks/filter-bar.tsx'
import { FiltersBlock } from './blocks/filters.tsx'
import { FormFrameBlock } from './blocks/form-frame.tsx'
import { HeadingBlock } from './blocks/heading.tsx'
import { HeadingCardsBlock } from './blocks/heading-cards.tsx'
import { HeroBlock } from './blocks/hero.tsx'
import { IframeBlock } from './blocks/iframe.tsx'
import { ImageCardsBlock } from './blocks/image-cards.tsx'
import { JumbotronBlock } from './blocks/jumbotron.tsx'
import { LayoutBlock } from './blocks/layout.tsx'
import { LearningPathBlock } from './blocks/learning-path.tsx'
import { MediaBlock } from './blocks/media.tsx'
import { MediaTextBlock } from './blocks/media-text.tsx'
import { MobileMenuBlock } from './blocks/mobile-menu.tsx'
import { NavBarBlock } from './blocks/nav-bar.tsx'
import { NavsBlock } from './blocks/navs.tsx'
import { PanelBlock } from './blocks/panel.tsx'
import { PartnerCardsBlock } from './blocks/partner-cards.tsx'
import { PromoCardsBlock } from './blocks/promo-cards.tsx'
import { QuotesBlock } from './blocks/quotes.tsx'
import { RuleBlock } from './blocks/rule.tsx'
import { TilesBlock } from './blocks/tiles.tsx'
import { TinyCardsBlock } from './blocks/tiny-cards.tsx'
import { TooltipBlock } from './blocks/tooltip.tsx'
import { TripleTileBlock } from './blocks/triple-tile.tsx'
import type { BlockComponents } from './page-context.ts'

/** The component of each kind of block, one line each. Comes to a page with the first sign of a person. */
export const blockComponents: BlockComponents = {
  hero: HeroBlock,
  jumbotron: JumbotronBlock,
  deals: DealsBlock,
  tiles: TilesBlock,
  'triple-tile': TripleTileBlock,
  'image-cards': ImageCardsBlock,
  commodities: CommoditiesBlock,
  'partner-cards': PartnerCardsBlock,
  'tiny-cards': TinyCardsBlock,
  'heading-cards': HeadingCardsBlock,
  cards: CardsBlock,
  quotes: QuotesBlock,
  container: ContainerBlock,
  panel: PanelBlock,
  layout: LayoutBlock,
  alignment: AlignmentBlock,
  tooltip: TooltipBlock,
  heading: HeadingBlock,
  description: DescriptionBlock,
  rule: RuleBlock,
  abstract: AbstractBlock,
  callout: CalloutBlock,
  banner: BannerBlock,
  'promo-cards': PromoCardsBlock,
  'bundle-cards': BundleCardsBlock,
  'catalog-list': CatalogListBlock,
  'filter-bar': FilterBarBlock,
  'learning-path': LearningPathBlock,
  'assets-list': AssetsListBlock,
  filters: FiltersBlock,
  faq: FaqBlock,
  'media-text': MediaTextBlock,
  media: MediaBlock,
  iframe: IframeBlock,
  'form-frame': FormFrameBlock,
  'nav-bar': NavBarBlock,
  'mobile-menu': MobileMenuBlock,
  navs: NavsBlock,
  'cookie-bar': CookieBarBlock,
}
