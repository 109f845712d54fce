/// The text of LaTeX commands that are words: `\textquotedblleft`, `\alpha`, `\LaTeX`.
enum LaTeXCommand {
  /// The text of a command (an unknown one keeps its name), and whether the command swallows the blank after it.
  static func text(_ name: String) -> (text: String, takesBlank: Bool) {
    if let text = texts[name] ?? symbols[name] { return (text, true) }
    return forms.contains(name) ? ("", true) : (name, false)
  }

  /// Commands that only change the style or position of the following text and print nothing.
  private static let forms: Set<String> = [
    "emph", "textbf", "textit", "textmd", "textnormal", "textrm", "textsc", "textsf", "textsl", "texttt",
    "textup",
    "bf", "bfseries", "em", "it", "itshape", "mdseries", "normalfont", "rm", "rmfamily", "sc", "scshape",
    "sf",
    "sffamily", "sl", "slshape", "tt", "ttfamily", "upshape", "tiny", "scriptsize", "footnotesize", "small",
    "normalsize", "large", "Large", "mathbb", "mathbf", "mathcal", "mathfrak", "mathit", "mathnormal",
    "mathrm",
    "mathsf", "mathscr", "mathtt", "boldsymbol", "operatorname", "ensuremath", "text", "mbox", "hbox", "fbox",
    "underline", "textsuperscript", "textsubscript", "protect", "relax", "left", "right", "displaystyle",
    "uppercase", "lowercase", "MakeUppercase", "MakeLowercase", "url", "path", "nolinkurl", "bibinfo",
    "noopsort", "sortas", "allowbreak", "nobreak", "noindent",
  ]

  private static let texts: [String: String] = [
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "aa": "å", "AA": "Å", "l": "ł",
    "L": "Ł", "i": "i", "j": "j", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ", "ng": "ŋ",
    "NG": "Ŋ", "SS": "SS", "textendash": "–", "textemdash": "—",
    "ldots": "…", "dots": "…",
    "textellipsis": "…",
    "textquoteright": "’", "textquoteleft": "‘", "textquotedblleft": "“", "textquotedblright": "”",
    "quotedblbase": "„", "quotesinglbase": "‚", "textquotesingle": "'", "textquotedbl": "\"", "lq": "‘",
    "rq": "’",
    "guillemotleft": "«", "guillemotright": "»", "guillemetleft": "«", "guillemetright": "»",
    "guilsinglleft": "‹",
    "guilsinglright": "›", "flqq": "«", "frqq": "»", "glqq": "„", "grqq": "“", "textbackslash": "\\",
    "textasciitilde": "~", "textasciicircum": "^", "textasciigrave": "`", "textasciiacute": "´",
    "textbar": "|",
    "textless": "<", "textgreater": ">", "textunderscore": "_", "textdollar": "$", "textbraceleft": "{",
    "textbraceright": "}", "lbrace": "{", "rbrace": "}", "textnumbersign": "#", "textpercent": "%",
    "textampersand": "&", "S": "§", "textsection": "§", "P": "¶", "textparagraph": "¶", "dag": "†",
    "ddag": "‡",
    "textdagger": "†", "textdaggerdbl": "‡", "pounds": "£", "textsterling": "£", "texteuro": "€", "euro": "€",
    "EUR": "€", "textyen": "¥", "textcent": "¢", "copyright": "©", "textcopyright": "©",
    "textregistered": "®",
    "texttrademark": "™", "textdegree": "°", "degree": "°", "textmu": "µ", "textbullet": "•",
    "textperiodcentered": "·", "textexclamdown": "¡", "textquestiondown": "¿", "textordfeminine": "ª",
    "textordmasculine": "º", "textonehalf": "½", "textonequarter": "¼", "textthreequarters": "¾",
    "texttimes": "×",
    "textdiv": "÷", "textpm": "±", "slash": "/", "textvisiblespace": " ", "newline": " ", "linebreak": " ",
    "par": " ", "space": " ", "quad": " ", "qquad": " ", "nobreakspace": "\u{A0}",
  ]

  private static let symbols: [String: String] = [
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε", "zeta": "ζ",
    "eta": "η",
    "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ",
    "omicron": "ο", "pi": "π", "varpi": "ϖ", "rho": "ρ", "varrho": "ϱ", "sigma": "σ", "varsigma": "ς",
    "tau": "τ",
    "upsilon": "υ", "phi": "ϕ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ",
    "Delta": "Δ",
    "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ",
    "Omega": "Ω", "times": "×", "cdot": "·", "cdots": "⋯", "div": "÷", "pm": "±", "mp": "∓", "ast": "∗",
    "star": "⋆",
    "circ": "∘", "bullet": "•", "prime": "′", "infty": "∞", "partial": "∂", "nabla": "∇", "sum": "∑",
    "prod": "∏",
    "int": "∫", "ell": "ℓ", "hbar": "ℏ", "Re": "ℜ", "Im": "ℑ", "aleph": "ℵ", "to": "→", "rightarrow": "→",
    "leftarrow": "←", "leftrightarrow": "↔", "Rightarrow": "⇒", "Leftarrow": "⇐", "mapsto": "↦",
    "uparrow": "↑",
    "downarrow": "↓", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "approx": "≈",
    "sim": "∼",
    "simeq": "≃", "equiv": "≡", "cong": "≅", "propto": "∝", "ll": "≪", "gg": "≫", "in": "∈", "notin": "∉",
    "subset": "⊂", "subseteq": "⊆", "supset": "⊃", "cup": "∪", "cap": "∩", "emptyset": "∅", "forall": "∀",
    "exists": "∃", "neg": "¬", "wedge": "∧", "vee": "∨", "oplus": "⊕", "otimes": "⊗", "perp": "⊥",
    "parallel": "∥",
    "langle": "⟨", "rangle": "⟩", "dagger": "†", "ddagger": "‡",
  ]
}
