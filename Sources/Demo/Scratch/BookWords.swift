/// Words for invented books; `lighthouse`, the word in every tenth title, is in none of the lists.
enum BookWords {
  static let sought = "Lighthouse"

  static let adjectives = list(
    """
    Amber Ancient Bitter Borrowed Broken Burning Careful Copper Crooked Distant Drowned Early Empty Endless \
    Faithful Fallen Forgotten Frozen Gentle Golden Green Hidden Hollow Honest Hungry Iron Last Late Little Lost \
    Narrow Northern Old Open Patient Quiet Red Restless Salt Second Secret Silent Silver Slow Southern Stolen \
    Strange Stubborn Tall Tender Third Unwritten Velvet Wandering White Winter Wooden Young
    """)

  static let nouns = list(
    """
    Almanac Apprentice Archive Atlas Bell Bridge Candle Cartographer Clockmaker Compass Cottage Crossing Daughter \
    Diary Door Equation Farewell Ferry Field Forest Garden Gardener Guest Harbour Hermit Hill House Island Journey \
    Key Kingdom Lantern Ledger Letter Library Machine Map Market Meadow Messenger Mill Mirror Mountain Neighbour \
    Night Orchard Painter Passenger Physician Promise Quarry Railway River Road Roof Sailor Shore Song Stair \
    Stranger Summer Tailor Theatre Tower Town Valley Violin Visitor Voyage Wall Watchmaker Weaver Wedding Well \
    Window Winter Witness Year
    """)

  static let topics = list(
    """
    Algebra Anatomy Archery Astronomy Bees Birds Botany Bread Bridges Calendars Canals Caves Cheese Chess Cities \
    Clouds Coins Comets Cotton Dictionaries Dreams Dust Echoes Ferns Fishing Fog Gardens Geometry Glass Glaciers \
    Grammar Gravity Honey Ice Insects Islands Kites Knots Lace Languages Logic Maps Metals Mills Mosses Music \
    Navigation Numbers Oceans Optics Paper Pigments Porcelain Printing Proverbs Rain Rivers Salt Seeds Shadows Silk \
    Sleep Spices Stars Tea Tides Towers Trees Volcanoes Weather Whales Wheat Wind Wool
    """)

  static let places = list(
    """
    Aarhus Accra Alexandria Antwerp Arles Basra Bergen Bilbao Bologna Bordeaux Bremen Brno Bruges Cádiz Cairo Cork \
    Cracow Delft Dresden Dublin Edinburgh Évora Fez Galway Ghent Granada Graz Hanoi Havana Hull Istanbul Kyoto Lagos \
    Leeds Lima Lisbon Lublin Lübeck Lyon Malmö Marseille Mombasa Nantes Naples Odessa Oporto Oslo Oulu Padua Palermo \
    Pécs Prague Quito Riga Rouen Salzburg Samarkand Seville Siena Split Tallinn Tangier Tartu Trieste Turin Uppsala \
    Utrecht Valencia Venice Vilnius York Zadar Zanzibar
    """)

  static let givenNames = list(
    """
    Ada Adam Agnes Aisha Albert Alma Amara Andrés Anna Anton Astrid Beatrice Bruno Carla Cecilia Chen Clara Daniel \
    Dmitri Dora Edith Elena Elif Emil Emma Erik Esther Eva Fatima Felix Frida Gabriel George Greta Hana Hannah Henry \
    Hugo Ida Ines Ingrid Irina Isaac Ivan Jakob Jan Joan Johan José Julia Karl Kofi Laila Lars Laura Lena Leo Lucía \
    Magda Marcel Maria Marta Matteo Maya Mikhail Mina Nadia Nils Nina Noor Olga Omar Oscar Paula Pedro Peter Rafael \
    Ravi Rosa Ruth Samuel Sara Selma Sofia Stefan Sven Tariq Teresa Theo Tomás Ursula Vera Viktor Wanda Yuki Zoë
    """)

  static let familyNames = list(
    """
    Abbott Adeyemi Almeida Andersen Baker Bauer Becker Benoît Berg Bianchi Blake Brandt Campos Carlsen Castro Chandra \
    Costa Cruz Dahl Dubois Eklund Farouk Ferrari Fischer Fontaine Fraser Fujita García Gomes Grant Haddad Hansen Hart \
    Hoffmann Holm Horváth Ibrahim Ito Jensen Kamara Kaplan Keller Khan Kovács Kowalski Kumar Lambert Larsson Lehmann \
    Lindgren Lopes Lund Marino Martín Mensah Meyer Moreau Morris Mwangi Müller Nakamura Navarro Nielsen Novák Nowak \
    O'Brien O'Neill Okafor Olsen Ortega Owens Park Pavlov Pereira Petrov Quinn Ramos Reid Ricci Rossi Roy Sánchez \
    Santos Sato Schmidt Silva Singh Sokolov Sørensen Tanaka Torres Vargas Virtanen Vogel Wagner Walsh Weber Winter \
    Wolff Wright Yılmaz Young Zhang Zieliński
    """)

  private static func list(_ words: String) -> [String] {
    words.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
