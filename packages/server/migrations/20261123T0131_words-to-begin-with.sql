-- A small list that every site begins with. Words of the trade (集合, 信息, 代理) are not in it.
insert into moderation_words (word, act, is_live, added_at)
select word, act, true, now() from (values
  ('代做作业', 'hold'), ('代写作业', 'hold'), ('代写论文', 'hold'), ('代考', 'hold'), ('代开发票', 'hold'),
  ('加微信', 'hold'), ('加我微信', 'hold'), ('加v信', 'hold'), ('兼职日结', 'hold'), ('刷单返利', 'hold'),
  ('刷单', 'hold'), ('网贷', 'hold'), ('博彩', 'hold'), ('赌场', 'hold'), ('赌博网站', 'hold'), ('色情网站', 'hold'),
  ('裸聊', 'hold'), ('约炮', 'hold'), ('外挂出售', 'hold'), ('出售外挂', 'hold'), ('casino', 'hold'), ('viagra', 'hold'),
  ('porn', 'hold'),
  ('傻逼', 'mask'), ('操你妈', 'mask'), ('他妈的', 'mask'), ('去死吧', 'mask'), ('脑残', 'mask'), ('fuck', 'mask'),
  ('fucking', 'mask'), ('bitch', 'mask'), ('asshole', 'mask'),
  ('加微信登录', 'pass'), ('加微信支付', 'pass'), ('加微信分享', 'pass'), ('加微信小游戏', 'pass'), ('刷单元格', 'pass'),
  ('刷单个', 'pass')
) as begin_with (word, act);
