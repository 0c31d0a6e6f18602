"""Two looks at one window, between which something came, went, moved, and has another value, state or words."""

from __future__ import annotations

BEFORE = """<Window Name="Paint" RuntimeId="1" IsOffscreen="False" x="0" y="0" width="800" height="600">
  <ToolBar Name="Tools" RuntimeId="2" x="10" y="10" width="400" height="50">
    <Button Name="Save" RuntimeId="3" x="20" y="20" width="80" height="30"/>
    <Button Name="Open" RuntimeId="4" x="120" y="20" width="80" height="30"/>
    <Button Name="Print" RuntimeId="5" IsEnabled="False" x="220" y="20" width="80" height="30"/>
  </ToolBar>
  <Edit Name="File name" RuntimeId="6" Value="report.txt" HasKeyboardFocus="True" x="20" y="80" width="200" height="24"/>
  <CheckBox Name="Backup" RuntimeId="7" ToggleState="1" x="20" y="120" width="120" height="20"/>
  <List Name="Brushes" RuntimeId="8" x="20" y="200" width="200" height="100">
    <Button Name="Round" RuntimeId="9" x="30" y="210" width="100" height="30"/>
    <Text Name="2 sizes" RuntimeId="10" x="30" y="250" width="100" height="20"/>
  </List>
  <Button Name="Close" RuntimeId="13" x="20" y="320" width="80" height="30"/>
  <Text Name="Ready" RuntimeId="11" x="20" y="560" width="100" height="20"/>
</Window>"""

AFTER = """<Window Name="Paint" RuntimeId="1" IsOffscreen="False" x="0" y="0" width="800" height="600">
  <ToolBar Name="Tools" RuntimeId="2" x="10" y="10" width="400" height="50">
    <Button Name="Open" RuntimeId="4" x="20" y="20" width="80" height="30"/>
    <Button Name="Print" RuntimeId="5" x="120" y="20" width="80" height="30"/>
    <Button Name="Save" RuntimeId="3" x="220" y="20" width="80" height="30"/>
  </ToolBar>
  <Edit Name="File name" RuntimeId="6" Value="plan.txt" x="20" y="80" width="200" height="24"/>
  <CheckBox Name="Backup" RuntimeId="7" ToggleState="1" HasKeyboardFocus="True" x="20" y="120" width="120" height="20"/>
  <Button Name="Undo" RuntimeId="12" x="20" y="160" width="80" height="30"/>
  <Button Name="Close" RuntimeId="13" x="20" y="320" width="80" height="30"/>
  <Text Name="Saved" RuntimeId="11" x="20" y="560" width="100" height="20"/>
</Window>"""

OTHER_PAGE = """<Window Name="Mail" RuntimeId="90" ProcessId="77" IsOffscreen="False" x="0" y="0" width="800" height="600">
  <Button Name="Reply" RuntimeId="91" x="20" y="20" width="80" height="30"/>
</Window>"""
